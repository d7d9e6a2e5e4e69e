/*
 * duiyi_files.h: the course's two file interfaces for tzaar, for a program in C or C++ that is
 * started, reads a few files, writes its answer and ends. The board and its rules are those of
 * duiyi.h, which has to lie beside it.
 *
 *     ./bot White 1 board.txt chessLayer.txt stepHistory.txt                      interface A
 *     ./bot white 1 chessColor.txt chessLayer.txt chessType.txt stepLog.txt       interface B
 *
 * Nobody reads what you print. What you want to see yourself goes to stderr: duiyi_log("…").
 */
#ifndef DUIYI_FILES_H
#define DUIYI_FILES_H

#include "duiyi.h"

#define duiyi_info duiyi_log /* there is nobody to tell but yourself */

#define FILES_SIZE 9
#define FILES_SECONDS 5.0 /* for a whole turn; interface B does not tell how much is left */

/* ---- Arrays ---- */

/* The point at a row and a column of the arrays, from 0; -1 off the board and in its centre. */
static inline int files_point(int row, int column)
{
    int x = column - 4, y = 4 - row;
    int lowest = x < 0 ? -4 - x : -4;
    if (x + y > 4 || x + y < -4 || (x == 0 && y == 0))
        return -1;
    return tzaar_column_first[column] + y - lowest - (x == 0 && y > 0);
}

/* The coordinates x,y of a point. */
static inline void files_place(int point, int *x, int *y)
{
    *x = *y = 0;
    for (int row = 0; row < FILES_SIZE; row++) {
        for (int column = 0; column < FILES_SIZE; column++) {
            if (files_point(row, column) == point) {
                *x = column - 4;
                *y = 4 - row;
            }
        }
    }
}

/* Nine lines of nine numbers with commas between them; 0 if the file has something else. */
static inline int files_read_array(const char *path, int cells[FILES_SIZE][FILES_SIZE])
{
    FILE *file = fopen(path, "r");
    int fine = file != NULL;
    for (int at = 0; fine && at < FILES_SIZE * FILES_SIZE; at++) {
        int last = at % FILES_SIZE == FILES_SIZE - 1;
        fine = fscanf(file, "%d", &cells[at / FILES_SIZE][at % FILES_SIZE]) == 1 &&
               (last || fgetc(file) == ',');
    }
    if (file)
        fclose(file);
    return fine;
}

/* The same the other way round; there is no new line after the last line. */
static inline int files_write_array(const char *path, int cells[FILES_SIZE][FILES_SIZE])
{
    FILE *file = fopen(path, "w");
    if (!file)
        return 0;
    for (int row = 0; row < FILES_SIZE; row++) {
        for (int column = 0; column < FILES_SIZE; column++)
            fprintf(file, "%s%d", column ? "," : row ? "\n" : "", cells[row][column]);
    }
    return fclose(file) == 0;
}

/* ---- Beginning ---- */

static inline void files_start(duiyi_bot *bot, tzaar_board *board, double seconds)
{
    static const tzaar_piece empty = {TZAAR_NOBODY, TZAAR_NONE, 0};
    memset(bot, 0, sizeof *bot);
    bot->random = (unsigned long long)(duiyi_wall() * 1e6);
    bot->wall = duiyi_wall();
    bot->left = seconds;
    memset(board, 0, sizeof *board);
    board->out = TZAAR_NOBODY;
    for (int point = 0; point < TZAAR_POINTS; point++)
        board->at[point] = empty;
}

/* Puts a piece on the board; 0 if it is none. */
static inline int files_put(tzaar_board *board, int point, int seat, int kind, int height)
{
    if (point < 0 || seat < 0 || seat > 1 || kind < 0 || kind >= TZAAR_KINDS || height < 1 ||
        height > TZAAR_POINTS)
        return 0;
    board->at[point].seat = (signed char)seat;
    board->at[point].kind = (signed char)kind;
    board->at[point].height = (short)height;
    board->count[seat][kind]++;
    return 1;
}

/* ---- Interface A: both steps of a turn in one call ---- */

/* Reads what the program was called with; 0 if it cannot be understood. */
static inline int files_read_a(duiyi_bot *bot, tzaar_board *board, int argc, char **argv)
{
    int kinds[FILES_SIZE][FILES_SIZE], heights[FILES_SIZE][FILES_SIZE];
    files_start(bot, board, FILES_SECONDS);
    if (argc != 6 || !files_read_array(argv[3], kinds) || !files_read_array(argv[4], heights))
        return 0;
    board->seat = strcmp(argv[1], "White") == 0 ? TZAAR_WHITE : TZAAR_BLACK;
    board->step = 1;
    board->turn = 2 * atoi(argv[2]) - (board->seat == TZAAR_WHITE);
    for (int row = 0; row < FILES_SIZE; row++) {
        for (int column = 0; column < FILES_SIZE; column++) {
            int value = kinds[row][column]; /* 1, 2, 3 White's Tzaar, Tzarra, Totts; then Black's */
            if (value > 0 && !files_put(board, files_point(row, column), (value - 1) / 3,
                                        (value - 1) % 3, heights[row][column]))
                return 0;
        }
    }
    return 1;
}

static inline void files_print_a(FILE *file, tzaar_step step)
{
    int from_x, from_y, to_x, to_y;
    if (step.sign == TZAAR_PASS) {
        fprintf(file, "P,0,0,0,0\n");
        return;
    }
    files_place(step.from, &from_x, &from_y);
    files_place(step.to, &to_x, &to_y);
    fprintf(file, "%c,%d,%d,%d,%d\n", step.sign == TZAAR_CAPTURE ? 'E' : 'S', from_x, from_y, to_x,
            to_y);
}

/* Writes both steps to out.txt. */
static inline int files_write_a(tzaar_step first, tzaar_step second)
{
    FILE *file = fopen("out.txt", "w");
    if (!file)
        return 0;
    files_print_a(file, first);
    files_print_a(file, second);
    return fclose(file) == 0;
}

/* ---- Interface B: a call for each step ---- */

/* Reads what the program was called with; 0 if it cannot be understood. */
static inline int files_read_b(duiyi_bot *bot, tzaar_board *board, int argc, char **argv)
{
    int colours[FILES_SIZE][FILES_SIZE], heights[FILES_SIZE][FILES_SIZE];
    int kinds[FILES_SIZE][FILES_SIZE], pieces = 0;
    int second = argc == 7 && argv[2][0] == '2';
    files_start(bot, board, second ? FILES_SECONDS / 2 : FILES_SECONDS);
    if (argc != 7 || !files_read_array(argv[3], colours) || !files_read_array(argv[4], heights) ||
        !files_read_array(argv[5], kinds))
        return 0;
    for (int row = 0; row < FILES_SIZE; row++) {
        for (int column = 0; column < FILES_SIZE; column++) {
            if (colours[row][column] <= 0)
                continue;
            pieces++; /* kinds are 1 Totts, 2 Tzarra, 3 Tzaar */
            if (!files_put(board, files_point(row, column), colours[row][column] - 1,
                           3 - kinds[row][column], heights[row][column]))
                return 0;
        }
    }
    board->seat = strcmp(argv[1], "white") == 0 ? TZAAR_WHITE : TZAAR_BLACK;
    board->step = second ? 2 : 1;
    /* Only of White's first turn the number matters: it has one step, and all pieces are there. */
    board->turn = board->seat == TZAAR_BLACK ? 2 : pieces == TZAAR_POINTS ? 1 : 3;
    return 1;
}

/* Rewrites the three files as the board is now. stepLog.txt is the referee's. */
static inline int files_write_b(const tzaar_board *board, char **argv)
{
    int cells[3][FILES_SIZE][FILES_SIZE]; /* colour, height, kind */
    for (int row = 0; row < FILES_SIZE; row++) {
        for (int column = 0; column < FILES_SIZE; column++) {
            int point = files_point(row, column);
            const tzaar_piece *piece = point < 0 ? NULL : &board->at[point];
            int taken = piece && piece->height > 0;
            cells[0][row][column] = !piece ? -1 : taken ? piece->seat + 1 : 0;
            cells[1][row][column] = !piece ? -1 : piece->height;
            cells[2][row][column] = !piece ? -1 : taken ? 3 - piece->kind : 0;
        }
    }
    return files_write_array(argv[3], cells[0]) && files_write_array(argv[4], cells[1]) &&
           files_write_array(argv[5], cells[2]);
}

#endif
