/* The board of the course's file interfaces, for the bots of the tests: reading, steps, writing. */
#ifndef FILES_H
#define FILES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 9, WHITE = 1, BLACK = 2 };

struct board {
    int colour[SIZE][SIZE], height[SIZE][SIZE], kind[SIZE][SIZE]; /* -1 off the board */
};

struct step {
    char type; /* E, S or P */
    int row, column, to_row, to_column;
};

static unsigned random_state = 1;

static inline unsigned random_below(unsigned n) {
    random_state = random_state * 1103515245u + 12345u;
    return (random_state >> 16) % n;
}

static inline void read_array(const char *path, int array[SIZE][SIZE]) {
    FILE *file = fopen(path, "r");
    if (!file) exit(11);
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++)
            if (fscanf(file, column < SIZE - 1 ? "%d," : "%d", &array[row][column]) != 1) exit(12);
    fclose(file);
}

static inline void write_array(const char *path, int array[SIZE][SIZE]) {
    FILE *file = fopen(path, "w");
    if (!file) exit(13);
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++)
            fprintf(file, "%s%d", column ? "," : row ? "\n" : "", array[row][column]);
    fclose(file);
}

static inline int all_steps(const struct board *b, int side, int second, struct step *found) {
    static const int lines[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}};
    int count = 0;
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            if (b->colour[row][column] != side) continue;
            for (int line = 0; line < 6; line++) {
                int r = row, c = column;
                do {
                    r += lines[line][0];
                    c += lines[line][1];
                } while (r >= 0 && r < SIZE && c >= 0 && c < SIZE && b->colour[r][c] == 0);
                if (r < 0 || r >= SIZE || c < 0 || c >= SIZE || b->colour[r][c] < 0) continue;
                if (b->colour[r][c] == side ? second : b->height[r][c] <= b->height[row][column])
                    found[count++] = (struct step){b->colour[r][c] == side ? 'S' : 'E',
                                                   row, column, r, c};
            }
        }
    if (second) found[count++] = (struct step){.type = 'P'};
    return count;
}

static inline struct step random_step(const struct board *b, int side, int second) {
    struct step steps[6 * SIZE * SIZE + 1];
    int count = all_steps(b, side, second, steps);
    return count ? steps[random_below((unsigned)count)] : (struct step){.type = 'P'};
}

static inline void do_step(struct board *b, struct step s) {
    if (s.type == 'P') return;
    int below = s.type == 'S' ? b->height[s.to_row][s.to_column] : 0;
    b->colour[s.to_row][s.to_column] = b->colour[s.row][s.column];
    b->kind[s.to_row][s.to_column] = b->kind[s.row][s.column];
    b->height[s.to_row][s.to_column] = b->height[s.row][s.column] + below;
    b->colour[s.row][s.column] = b->kind[s.row][s.column] = b->height[s.row][s.column] = 0;
}

/* Interface A */

static inline struct board read_a(const char *board, const char *layer) {
    struct board b;
    read_array(board, b.kind);
    read_array(layer, b.height);
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            int value = b.kind[row][column];
            b.colour[row][column] = value <= 0 ? value : value <= 3 ? WHITE : BLACK;
            if (value > 3) b.kind[row][column] = value - 3;
        }
    return b;
}

static inline void print_a(FILE *file, struct step s) {
    if (s.type == 'P') fprintf(file, "P,0,0,0,0\n");
    else
        fprintf(file, "%c,%d,%d,%d,%d\n", s.type, s.column - 4, 4 - s.row, s.to_column - 4,
                4 - s.to_row);
}

/* The arguments from COLOR on. */
static inline void answer_a(char **arguments, const char *path) {
    struct board b = read_a(arguments[2], arguments[3]);
    int side = strcmp(arguments[0], "White") == 0 ? WHITE : BLACK, round = atoi(arguments[1]);
    random_state = (unsigned)(round * 2 + side);
    struct step first = random_step(&b, side, 0), second = {.type = 'P'};
    do_step(&b, first);
    if (side == BLACK || round > 1) second = random_step(&b, side, 1);
    FILE *file = fopen(path, "w");
    if (!file) exit(14);
    print_a(file, first);
    print_a(file, second);
    fclose(file);
}

/* Interface B: the arguments from COLOR on. */

static inline struct board read_b(char **arguments) {
    struct board b;
    read_array(arguments[2], b.colour);
    read_array(arguments[3], b.height);
    read_array(arguments[4], b.kind);
    return b;
}

static inline void write_b(char **arguments, struct board *b) {
    write_array(arguments[2], b->colour);
    write_array(arguments[3], b->height);
    write_array(arguments[4], b->kind);
}

static inline void answer_b(char **arguments) {
    struct board b = read_b(arguments);
    int side = strcmp(arguments[0], "white") == 0 ? WHITE : BLACK, step = atoi(arguments[1]);
    random_state = (unsigned)(step * 2 + side);
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++)
            random_state = random_state * 31u + (unsigned)b.colour[row][column];
    do_step(&b, random_step(&b, side, step == 2));
    write_b(arguments, &b);
}

#endif
