/*
 * duiyi.h: all that a bot in C or C++ needs, in one file. Nothing has to be installed or linked:
 * put it beside your program and write  #include "duiyi.h"
 *
 * A bot is a program that reads lines from stdin and writes lines to stdout. This header does the
 * reading and writing; you decide which move to make. A whole bot looks like this:
 *
 *     #include "duiyi.h"
 *
 *     int main(void)
 *     {
 *         duiyi_bot bot;
 *         duiyi_start(&bot, "my bot", "my name");
 *         while (duiyi_turn(&bot)) {                     // waits until it is your turn
 *             tzaar_board board;
 *             tzaar_step steps[TZAAR_MOST_STEPS];
 *             char token[TZAAR_TOKEN];
 *             tzaar_read(&board, bot.position);          // the position as a board
 *             int count = tzaar_steps(&board, steps);    // everything that you may do
 *             tzaar_step chosen = steps[duiyi_random(&bot, count)];
 *             duiyi_move(&bot, tzaar_token(chosen, token));
 *         }
 *         return 0;
 *     }
 *
 * Two things to remember:
 *   - stdout belongs to the protocol. Never use printf; what you want to see yourself goes to
 *     stderr: duiyi_log("best so far: %d", best);
 *   - look at the clock: duiyi_left(&bot) tells how many seconds you still have.
 *
 * Part 1 (names that begin with duiyi_) works for every game.
 * Part 2 (names that begin with tzaar_) is a board for tzaar: its rules, and nothing about how to
 * play well.
 */
#ifndef DUIYI_H
#define DUIYI_H

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ============================================================================================
 * Part 1: the conversation with the referee
 * ============================================================================================ */

#define DUIYI_NO_CLOCK 1e9 /* what duiyi_left says in a game without a clock */

/* What your bot knows. Read the fields as you like, but let the functions below change them. */
typedef struct {
    /* The game. These stay the same from its first move to its last. */
    char game[64];          /* "tzaar", "relati", ... */
    int seats;              /* how many play */
    int seat;               /* which of them you are: 0 begins */
    char clock[8];          /* "none", "turn" (seconds for each turn) or "game" (for all of it) */
    double clock_seconds;   /* for one turn, or for the whole game */
    double clock_increment; /* with "game": what each turn adds */
    char *options;          /* "chain=off cannon=on", or "" */

    /* The question that you are to answer now. */
    char *position; /* the position as text; for tzaar use tzaar_read on it */
    char *since;    /* what happened since you were asked last: "@1 D3xC3 E6+E5", or "" */
    int first;      /* 1 when you are asked for the first time in this game, otherwise 0 */

    /* The answer to duiyi_legal. */
    char **legal; /* legal[0] ... legal[legal_count - 1] are the moves that you may make */
    int legal_count;

    /* How the last game ended: "1 0 kinds-gone" gives seat 0 the point; "" before. */
    char result[200];

    /* Only for the functions below. */
    const char *name, *author;
    char *line;       /* the line that was read last */
    char *legal_text; /* what `legal` points into */
    size_t line_room;
    double left;      /* seconds on the clock when the question came */
    double wall, cpu; /* the time at that moment */
    unsigned long long random;
    int asked, over;
} duiyi_bot;

/* ---- Small helpers that you will hardly call yourself ---- */

static inline void *duiyi_memory(void *old, size_t size)
{
    void *memory = realloc(old, size);
    if (memory == NULL) {
        fprintf(stderr, "duiyi.h: no memory left\n");
        exit(1);
    }
    return memory;
}

/* Puts a copy of `text` where `*place` points to, and gives back the memory of the old one. */
static inline void duiyi_keep(char **place, const char *text)
{
    size_t size = strlen(text) + 1;
    *place = (char *)duiyi_memory(*place, size);
    memcpy(*place, text, size);
}

/* Seconds by the clock on the wall, from some moment on. */
static inline double duiyi_wall(void)
{
#ifdef TIME_UTC
    struct timespec now;
    if (timespec_get(&now, TIME_UTC) == TIME_UTC)
        return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
#endif
    return (double)time(NULL);
}

/* Seconds of CPU time that this program has used, all threads together. */
static inline double duiyi_cpu(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Reads one line into bot->line, without its end. 0 when there is no more. */
static inline int duiyi_read_line(duiyi_bot *bot)
{
    size_t length = 0;
    int letter;
    while ((letter = getchar()) != EOF && letter != '\n') {
        if (length + 1 >= bot->line_room) {
            bot->line_room *= 2;
            bot->line = (char *)duiyi_memory(bot->line, bot->line_room);
        }
        bot->line[length++] = (char)letter;
    }
    if (length > 0 && bot->line[length - 1] == '\r')
        length--;
    bot->line[length] = '\0';
    return letter != EOF;
}

/* If `text` begins with the word, what comes after it and one space; otherwise NULL. */
static inline char *duiyi_after(char *text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(text, word, length) != 0)
        return NULL;
    if (text[length] == '\0')
        return text + length;
    return text[length] == ' ' ? text + length + 1 : NULL;
}

/* Cuts the next word off: `*rest` moves on behind it. An empty word at the end of the text. */
static inline char *duiyi_word(char **rest)
{
    char *word = *rest + strspn(*rest, " ");
    char *end = word + strcspn(word, " ");
    *rest = *end == '\0' ? end : end + 1;
    *end = '\0';
    return word;
}

/* Sends a line to the referee at once. Without fflush it would wait in the program's own memory,
   and both sides would wait for each other. */
static inline void duiyi_send(const char *word, const char *rest)
{
    printf("%s%s%s\n", word, rest[0] == '\0' ? "" : " ", rest);
    fflush(stdout);
}

/* ---- What the referee says ---- */

/* game tzaar version 1 seats 2 seat 0 clock turn 5 options setup=fixed */
static inline void duiyi_read_game(duiyi_bot *bot, char *rest)
{
    char *word = duiyi_word(&rest);
    snprintf(bot->game, sizeof bot->game, "%s", word);
    snprintf(bot->clock, sizeof bot->clock, "none");
    bot->seats = 2;
    bot->seat = 0;
    bot->clock_seconds = bot->clock_increment = 0;
    duiyi_keep(&bot->options, "");
    duiyi_keep(&bot->position, "");
    duiyi_keep(&bot->since, "");
    while (*(word = duiyi_word(&rest)) != '\0') {
        if (strcmp(word, "seats") == 0) {
            bot->seats = atoi(duiyi_word(&rest));
        } else if (strcmp(word, "seat") == 0) {
            bot->seat = atoi(duiyi_word(&rest));
        } else if (strcmp(word, "clock") == 0) {
            snprintf(bot->clock, sizeof bot->clock, "%s", duiyi_word(&rest));
            if (strcmp(bot->clock, "none") != 0)
                bot->clock_seconds = atof(duiyi_word(&rest));
            if (strcmp(bot->clock, "game") == 0)
                bot->clock_increment = atof(duiyi_word(&rest));
        } else if (strcmp(word, "options") == 0) {
            duiyi_keep(&bot->options, rest);
            break;
        } else {
            duiyi_word(&rest); /* a pair that this header does not need, such as version 1 */
        }
    }
    bot->first = 1;
}

/* go left 4.930 since @1 D3xC3 E6+E5 */
static inline void duiyi_read_go(duiyi_bot *bot, char *rest)
{
    char *word;
    bot->wall = duiyi_wall();
    bot->cpu = duiyi_cpu();
    bot->left = DUIYI_NO_CLOCK;
    duiyi_keep(&bot->since, "");
    while (*(word = duiyi_word(&rest)) != '\0') {
        if (strcmp(word, "left") == 0) {
            bot->left = atof(duiyi_word(&rest));
        } else if (strcmp(word, "since") == 0) {
            duiyi_keep(&bot->since, rest);
            break;
        }
    }
    bot->legal_count = 0;
    bot->asked = 1;
}

/* legal TOKEN TOKEN ... */
static inline void duiyi_read_legal(duiyi_bot *bot, const char *rest)
{
    char *text, *word;
    size_t words = 1;
    for (const char *at = rest; *at != '\0'; at++)
        words += *at == ' ';
    duiyi_keep(&bot->legal_text, rest);
    bot->legal = (char **)duiyi_memory(bot->legal, words * sizeof *bot->legal);
    bot->legal_count = 0;
    text = bot->legal_text;
    while (*(word = duiyi_word(&text)) != '\0')
        bot->legal[bot->legal_count++] = word;
}

/* Reads one line and does what it asks for. 0 when the conversation is over. */
static inline int duiyi_listen(duiyi_bot *bot)
{
    char *rest;
    if (bot->over || !duiyi_read_line(bot) || duiyi_after(bot->line, "quit")) {
        bot->over = 1;
        return 0;
    }
    if (duiyi_after(bot->line, "hello")) {
        duiyi_send("id name", bot->name);
        if (bot->author[0] != '\0')
            duiyi_send("id author", bot->author);
        duiyi_send("ready", "");
    } else if ((rest = duiyi_after(bot->line, "game")) != NULL) {
        duiyi_read_game(bot, rest);
        duiyi_send("ready", "");
    } else if ((rest = duiyi_after(bot->line, "position")) != NULL) {
        duiyi_keep(&bot->position, rest);
    } else if ((rest = duiyi_after(bot->line, "go")) != NULL) {
        duiyi_read_go(bot, rest);
    } else if ((rest = duiyi_after(bot->line, "result")) != NULL) {
        snprintf(bot->result, sizeof bot->result, "%s", rest);
    } /* Anything else is newer than this header, and may be left aside. */
    return 1;
}

/* ---- What you call ---- */

/* Call this once, at the beginning. The name is shown in results; the author may be "". */
static inline void duiyi_start(duiyi_bot *bot, const char *name, const char *author)
{
    memset(bot, 0, sizeof *bot);
    bot->name = name;
    bot->author = author;
    bot->left = DUIYI_NO_CLOCK;
    bot->line_room = 1024;
    bot->line = (char *)duiyi_memory(NULL, bot->line_room);
    duiyi_keep(&bot->options, "");
    duiyi_keep(&bot->position, "");
    duiyi_keep(&bot->since, "");
    bot->random = (unsigned long long)(duiyi_wall() * 1e6);
}

/* Gives all memory back. */
static inline void duiyi_free(duiyi_bot *bot)
{
    free(bot->options);
    free(bot->position);
    free(bot->since);
    free(bot->line);
    free(bot->legal);
    free(bot->legal_text);
    bot->options = bot->position = bot->since = bot->line = bot->legal_text = NULL;
    bot->legal = NULL;
    bot->legal_count = 0;
}

/* Waits until you are asked for a move and returns 1: then bot->position is what you look at, and
   you answer with duiyi_move. Returns 0 when the program should end; of the texts in `bot` only
   `result` is left then. */
static inline int duiyi_turn(duiyi_bot *bot)
{
    if (bot->asked) {
        fprintf(stderr, "duiyi.h: duiyi_turn was called, but the last question has no answer: "
                        "call duiyi_move first\n");
        bot->asked = 0;
    }
    while (!bot->asked) {
        if (!duiyi_listen(bot)) {
            duiyi_free(bot);
            return 0;
        }
    }
    return 1;
}

/* Answers with a move, for example "D3xC3". Several decisions of the same turn may be answered at
   once, with a space between them: "D3xC3 E6+E5". */
static inline void duiyi_move(duiyi_bot *bot, const char *tokens)
{
    if (!bot->asked) {
        fprintf(stderr, "duiyi.h: \"%s\" was not sent: nobody has asked for a move\n", tokens);
        return;
    }
    bot->asked = 0;
    bot->first = 0;
    duiyi_send("move", tokens);
}

/* Asks the referee which moves are legal, in any game: bot->legal[0] and so on. Returns how many
   there are. The clock rests meanwhile. Only between duiyi_turn and duiyi_move. */
static inline int duiyi_legal(duiyi_bot *bot)
{
    char *rest;
    if (!bot->asked)
        return 0;
    bot->legal_count = 0;
    duiyi_send("legal?", "");
    while (!bot->over && duiyi_read_line(bot)) {
        if ((rest = duiyi_after(bot->line, "legal")) != NULL) {
            duiyi_read_legal(bot, rest);
            return bot->legal_count;
        }
        if (duiyi_after(bot->line, "quit"))
            break;
    }
    bot->over = 1;
    bot->asked = 0;
    return 0;
}

/* Seconds since you were asked. Both clocks count, as they do for the referee: a program with two
   busy threads uses two seconds in one. */
static inline double duiyi_used(const duiyi_bot *bot)
{
    double wall = duiyi_wall() - bot->wall;
    double cpu = duiyi_cpu() - bot->cpu;
    return wall > cpu ? wall : cpu;
}

/* Seconds that you still have: for the rest of this turn with the clock "turn", for the rest of the
   game with "game", DUIYI_NO_CLOCK without one. Stop well before 0; 0.2 is a good reserve. */
static inline double duiyi_left(const duiyi_bot *bot)
{
    return bot->left >= DUIYI_NO_CLOCK ? DUIYI_NO_CLOCK : bot->left - duiyi_used(bot);
}

/* A random number from 0 to below - 1. Set bot->random yourself for the same numbers each time. */
static inline int duiyi_random(duiyi_bot *bot, int below)
{
    unsigned long long mixed = (bot->random += 0x9e3779b97f4a7c15ULL);
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
    mixed ^= mixed >> 31;
    return below > 0 ? (int)(mixed % (unsigned long long)below) : 0;
}

#ifdef __GNUC__ /* lets the compiler compare the format with what follows, as for printf */
#define DUIYI_FORMAT(which, first) __attribute__((format(printf, which, first)))
#else
#define DUIYI_FORMAT(which, first)
#endif

static inline void duiyi_log(const char *format, ...) DUIYI_FORMAT(1, 2);
static inline void duiyi_info(const char *format, ...) DUIYI_FORMAT(1, 2);
static inline void duiyi_give_up(duiyi_bot *bot, const char *why);

/* Like printf, but to stderr and with a new line: for your own eyes. The end of it is kept with
   the game when something goes wrong. */
static inline void duiyi_log(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
}

/* Like printf, but kept with the game as a comment on your next move:
   duiyi_info("eval %.2f depth %d", value, depth); */
static inline void duiyi_info(const char *format, ...)
{
    char text[1000];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    for (char *at = text; *at != '\0'; at++) {
        if (*at == '\n' || *at == '\r')
            *at = ' ';
    }
    duiyi_send("info", text);
}

/* Says that something is wrong and ends the program; the game is lost. */
static inline void duiyi_give_up(duiyi_bot *bot, const char *why)
{
    bot->over = 1;
    duiyi_send("error", why);
    exit(1);
}

/* ============================================================================================
 * Part 2: tzaar
 *
 * The 60 points have the numbers 0 to 59: A1 is 0, A2 is 1, ... A5 is 4, B1 is 5, ... I5 is 59.
 * tzaar_name(0) is "A1", and tzaar_point("A1") is 0.
 *
 * A turn has two steps, and you are asked for each: board.step says which one it is. Step 1 is a
 * capture. Step 2 is a capture, a stack or a pass. White's first turn has step 1 only.
 * ============================================================================================ */

#define TZAAR_POINTS 60
#define TZAAR_DIRECTIONS 6
#define TZAAR_MOST_STEPS 361 /* more can never be legal: 60 pieces, 6 directions, and the pass */
#define TZAAR_TOKEN 8        /* bytes that tzaar_token needs */
#define TZAAR_TEXT 512       /* bytes that tzaar_write needs */

enum { TZAAR_NOBODY = -1, TZAAR_WHITE = 0, TZAAR_BLACK = 1 };
enum { TZAAR_NONE = -1, TZAAR_TZAAR = 0, TZAAR_TZARRA = 1, TZAAR_TOTTS = 2, TZAAR_KINDS = 3 };
enum { TZAAR_CAPTURE = 'x', TZAAR_STACK = '+', TZAAR_PASS = 'p' };

/* What stands on a point. A stack is one piece: its kind is that on top, its height its strength.
   An empty point has seat TZAAR_NOBODY, kind TZAAR_NONE and height 0. */
typedef struct {
    signed char seat;
    signed char kind;
    short height;
} tzaar_piece;

/* A position. To try something out copy the board: tzaar_board next = board; */
typedef struct {
    tzaar_piece at[TZAAR_POINTS];
    int count[2][TZAAR_KINDS]; /* count[TZAAR_WHITE][TZAAR_TOTTS]: how many White still has */
    int seat;                  /* whose step it is: TZAAR_WHITE or TZAAR_BLACK */
    int step;                  /* 1 or 2 */
    int turn;                  /* 1 is White's first turn, 2 is Black's first, ... */
    int out;                   /* who has given up the game; TZAAR_NOBODY while it goes on */
} tzaar_board;

/* One step: 'x' captures, '+' stacks, 'p' passes (`from` and `to` have no meaning then). */
typedef struct {
    int sign;
    int from;
    int to;
} tzaar_step;

/* The next point in each of the six directions, clockwise from straight up; -1 where the board
   ends, and at the hole in its centre. */
/* clang-format off */
static const signed char tzaar_next[TZAAR_POINTS][TZAAR_DIRECTIONS] = {
    /* A */ { 1,  6,  5, -1, -1, -1}, { 2,  7,  6,  0, -1, -1}, { 3,  8,  7,  1, -1, -1},
            { 4,  9,  8,  2, -1, -1}, {-1, 10,  9,  3, -1, -1},
    /* B */ { 6, 12, 11, -1, -1,  0}, { 7, 13, 12,  5,  0,  1}, { 8, 14, 13,  6,  1,  2},
            { 9, 15, 14,  7,  2,  3}, {10, 16, 15,  8,  3,  4}, {-1, 17, 16,  9,  4, -1},
    /* C */ {12, 19, 18, -1, -1,  5}, {13, 20, 19, 11,  5,  6}, {14, 21, 20, 12,  6,  7},
            {15, 22, 21, 13,  7,  8}, {16, 23, 22, 14,  8,  9}, {17, 24, 23, 15,  9, 10},
            {-1, 25, 24, 16, 10, -1},
    /* D */ {19, 27, 26, -1, -1, 11}, {20, 28, 27, 18, 11, 12}, {21, 29, 28, 19, 12, 13},
            {22, -1, 29, 20, 13, 14}, {23, 30, -1, 21, 14, 15}, {24, 31, 30, 22, 15, 16},
            {25, 32, 31, 23, 16, 17}, {-1, 33, 32, 24, 17, -1},
    /* E */ {27, 34, -1, -1, -1, 18}, {28, 35, 34, 26, 18, 19}, {29, 36, 35, 27, 19, 20},
            {-1, 37, 36, 28, 20, 21}, {31, 39, 38, -1, 22, 23}, {32, 40, 39, 30, 23, 24},
            {33, 41, 40, 31, 24, 25}, {-1, -1, 41, 32, 25, -1},
    /* F */ {35, 42, -1, -1, 26, 27}, {36, 43, 42, 34, 27, 28}, {37, 44, 43, 35, 28, 29},
            {38, 45, 44, 36, 29, -1}, {39, 46, 45, 37, -1, 30}, {40, 47, 46, 38, 30, 31},
            {41, 48, 47, 39, 31, 32}, {-1, -1, 48, 40, 32, 33},
    /* G */ {43, 49, -1, -1, 34, 35}, {44, 50, 49, 42, 35, 36}, {45, 51, 50, 43, 36, 37},
            {46, 52, 51, 44, 37, 38}, {47, 53, 52, 45, 38, 39}, {48, 54, 53, 46, 39, 40},
            {-1, -1, 54, 47, 40, 41},
    /* H */ {50, 55, -1, -1, 42, 43}, {51, 56, 55, 49, 43, 44}, {52, 57, 56, 50, 44, 45},
            {53, 58, 57, 51, 45, 46}, {54, 59, 58, 52, 46, 47}, {-1, -1, 59, 53, 47, 48},
    /* I */ {56, -1, -1, -1, 49, 50}, {57, -1, -1, 55, 50, 51}, {58, -1, -1, 56, 51, 52},
            {59, -1, -1, 57, 52, 53}, {-1, -1, -1, 58, 53, 54},
};
/* clang-format on */

/* The first point of each column; the last number is where a tenth would begin. */
static const int tzaar_column_first[10] = {0, 5, 11, 18, 26, 34, 42, 49, 55, 60};

/* The name of a point, such as "E5"; "?" when there is no such point. */
static inline const char *tzaar_name(int point)
{
    /* clang-format off */
    static const char names[TZAAR_POINTS][3] = {
        "A1", "A2", "A3", "A4", "A5",
        "B1", "B2", "B3", "B4", "B5", "B6",
        "C1", "C2", "C3", "C4", "C5", "C6", "C7",
        "D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8",
        "E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8",
        "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8",
        "G1", "G2", "G3", "G4", "G5", "G6", "G7",
        "H1", "H2", "H3", "H4", "H5", "H6",
        "I1", "I2", "I3", "I4", "I5",
    };
    /* clang-format on */
    return point >= 0 && point < TZAAR_POINTS ? names[point] : "?";
}

/* The point that a name such as "E5" stands for at the beginning of the text; -1 when none. */
static inline int tzaar_point(const char *name)
{
    int column = name[0] - 'A';
    int number;
    if (column < 0 || column >= 9)
        return -1;
    number = name[1] - '1';
    if (number < 0 || number >= tzaar_column_first[column + 1] - tzaar_column_first[column])
        return -1;
    return tzaar_column_first[column] + number;
}

/* ---- Positions as text ---- */

/* A number of at most `digits` digits without a zero in front; -1 when there is none. `*text` moves
   on behind it. */
static inline int tzaar_number(const char **text, int digits)
{
    int value = 0, used = 0;
    if (**text == '0')
        return -1;
    while (**text >= '0' && **text <= '9') {
        if (used++ == digits)
            return -1;
        value = 10 * value + (*(*text)++ - '0');
    }
    return used > 0 ? value : -1;
}

/* One point: a dot, or a letter with the height behind it when that is above 1. */
static inline int tzaar_read_piece(tzaar_piece *piece, const char **text)
{
    static const char letters[] = "ZRTzrt";
    const char *found;
    char letter = *(*text)++;
    piece->seat = TZAAR_NOBODY;
    piece->kind = TZAAR_NONE;
    piece->height = 0;
    if (letter == '.')
        return 1;
    found = letter == '\0' ? NULL : strchr(letters, letter);
    if (found == NULL)
        return 0;
    piece->seat = (signed char)((found - letters) / TZAAR_KINDS);
    piece->kind = (signed char)((found - letters) % TZAAR_KINDS);
    piece->height = 1;
    if (**text >= '0' && **text <= '9') {
        int height = tzaar_number(text, 4);
        if (height < 2)
            return 0;
        piece->height = (short)height;
    }
    return 1;
}

/* The nine columns, with a slash between two of them. */
static inline int tzaar_read_points(tzaar_board *board, const char **text)
{
    int total = 0;
    for (int column = 0; column < 9; column++) {
        if (column > 0 && *(*text)++ != '/')
            return 0;
        for (int p = tzaar_column_first[column]; p < tzaar_column_first[column + 1]; p++) {
            if (!tzaar_read_piece(&board->at[p], text))
                return 0;
            if (board->at[p].height > 0)
                board->count[board->at[p].seat][board->at[p].kind]++;
            total += board->at[p].height;
        }
    }
    return total <= 9999;
}

static inline int tzaar_read_side(const char **text)
{
    char letter = **text;
    if (letter != 'w' && letter != 'b')
        return TZAAR_NOBODY;
    (*text)++;
    return letter == 'w' ? TZAAR_WHITE : TZAAR_BLACK;
}

/* Whether a side has lost a kind. */
static inline int tzaar_lacks_a_kind(const tzaar_board *board, int seat)
{
    const int *count = board->count[seat];
    return count[TZAAR_TZAAR] == 0 || count[TZAAR_TZARRA] == 0 || count[TZAAR_TOTTS] == 0;
}

/* Makes a board of a position such as
   "ttttT/TrrrRT/TRzzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT w 1 1":
   the columns A to I, each from number 1 upwards; capital letters are White's Tzaars (Z), Tzarras
   (R) and Totts (T), small letters are Black's; a number is a height above 1, a dot an empty point.
   Then whose step it is, the step and the turn, and "out:w" or "out:b" when somebody gave up.
   Returns 1, or 0 when the text is no such position; the board has no meaning then. */
static inline int tzaar_read(tzaar_board *board, const char *text)
{
    int pieces = 0;
    memset(board, 0, sizeof *board);
    board->out = TZAAR_NOBODY;
    if (!tzaar_read_points(board, &text) || *text++ != ' ')
        return 0;
    board->seat = tzaar_read_side(&text);
    if (board->seat == TZAAR_NOBODY || *text++ != ' ')
        return 0;
    if (*text != '1' && *text != '2')
        return 0;
    board->step = *text++ - '0';
    if (*text++ != ' ')
        return 0;
    board->turn = tzaar_number(&text, 6);
    if (*text == ' ') {
        if (strncmp(text, " out:", 5) != 0)
            return 0;
        text += 5;
        board->out = tzaar_read_side(&text);
        if (board->out == TZAAR_NOBODY)
            return 0;
    }
    for (int p = 0; p < TZAAR_POINTS; p++)
        pieces += board->at[p].height > 0;
    if (*text != '\0' || board->turn < 1 || board->turn > 999999 - pieces)
        return 0;
    if (board->seat == TZAAR_WHITE && board->step == 2 && board->turn == 1)
        return 0; /* White's first turn has one step */
    return !(tzaar_lacks_a_kind(board, TZAAR_WHITE) && tzaar_lacks_a_kind(board, TZAAR_BLACK));
}

/* The opposite of tzaar_read: the board as text, in `text`, which is also returned. */
static inline char *tzaar_write(const tzaar_board *board, char text[TZAAR_TEXT])
{
    char *at = text;
    for (int column = 0; column < 9; column++) {
        if (column > 0)
            *at++ = '/';
        for (int p = tzaar_column_first[column]; p < tzaar_column_first[column + 1]; p++) {
            const tzaar_piece *piece = &board->at[p];
            if (piece->height == 0)
                *at++ = '.';
            else
                *at++ = "ZRTzrt"[piece->seat * TZAAR_KINDS + piece->kind];
            if (piece->height > 1)
                at += snprintf(at, 8, "%d", piece->height);
        }
    }
    at += snprintf(at, 32, " %c %d %d", "wb"[board->seat], board->step, board->turn);
    if (board->out != TZAAR_NOBODY)
        snprintf(at, 8, " out:%c", "wb"[board->out]);
    return text;
}

/* ---- Steps ---- */

/* The first piece that one meets from a point in a direction; -1 when the line is empty. */
static inline int tzaar_look(const tzaar_board *board, int from, int direction)
{
    int point = tzaar_next[from][direction];
    while (point >= 0 && board->at[point].height == 0)
        point = tzaar_next[point][direction];
    return point;
}

/* Everything that is legal, in `steps`; returns how many. 0 when the game is over. */
static inline int tzaar_steps(const tzaar_board *board, tzaar_step steps[TZAAR_MOST_STEPS])
{
    int count = 0;
    if (board->out != TZAAR_NOBODY || tzaar_lacks_a_kind(board, TZAAR_WHITE) ||
        tzaar_lacks_a_kind(board, TZAAR_BLACK))
        return 0;
    for (int from = 0; from < TZAAR_POINTS; from++) {
        if (board->at[from].seat != board->seat)
            continue;
        for (int direction = 0; direction < TZAAR_DIRECTIONS; direction++) {
            int to = tzaar_look(board, from, direction);
            int sign;
            if (to < 0)
                continue;
            if (board->at[to].seat == board->seat) {
                if (board->step == 1)
                    continue; /* step 1 must capture */
                sign = TZAAR_STACK;
            } else {
                if (board->at[to].height > board->at[from].height)
                    continue; /* too weak */
                sign = TZAAR_CAPTURE;
            }
            steps[count].sign = sign;
            steps[count].from = from;
            steps[count].to = to;
            count++;
        }
    }
    if (board->step == 2) {
        steps[count].sign = TZAAR_PASS;
        steps[count].from = steps[count].to = 0;
        count++;
    }
    return count;
}

/* Makes a step on the board; it must be one of tzaar_steps. */
static inline void tzaar_play(tzaar_board *board, tzaar_step step)
{
    if (step.sign != TZAAR_PASS) {
        static const tzaar_piece empty = {TZAAR_NOBODY, TZAAR_NONE, 0};
        tzaar_piece *from, *to;
        assert(step.from >= 0 && step.from < TZAAR_POINTS);
        assert(step.to >= 0 && step.to < TZAAR_POINTS);
        from = &board->at[step.from];
        to = &board->at[step.to];
        assert(from->height > 0 && to->height > 0 && from != to);
        board->count[to->seat][to->kind]--;
        if (step.sign == TZAAR_STACK)
            from->height = (short)(from->height + to->height);
        *to = *from;
        *from = empty;
    }
    if (board->step == 1 && !(board->seat == TZAAR_WHITE && board->turn == 1)) {
        board->step = 2;
        return;
    }
    board->seat = 1 - board->seat;
    board->step = 1;
    board->turn++;
}

/* Whether a step is legal. */
static inline int tzaar_legal(const tzaar_board *board, tzaar_step step)
{
    tzaar_step steps[TZAAR_MOST_STEPS];
    int count = tzaar_steps(board, steps);
    for (int i = 0; i < count; i++) {
        if (steps[i].sign == step.sign &&
            (step.sign == TZAAR_PASS || (steps[i].from == step.from && steps[i].to == step.to)))
            return 1;
    }
    return 0;
}

/* Who has won: TZAAR_WHITE, TZAAR_BLACK, or TZAAR_NOBODY while the game goes on. A side loses when
   one of its three kinds is gone, and when it has no capture at step 1. */
static inline int tzaar_winner(const tzaar_board *board)
{
    if (board->out != TZAAR_NOBODY)
        return 1 - board->out;
    if (tzaar_lacks_a_kind(board, TZAAR_WHITE))
        return TZAAR_BLACK;
    if (tzaar_lacks_a_kind(board, TZAAR_BLACK))
        return TZAAR_WHITE;
    if (board->step == 2)
        return TZAAR_NOBODY;
    for (int from = 0; from < TZAAR_POINTS; from++) {
        if (board->at[from].seat != board->seat)
            continue;
        for (int direction = 0; direction < TZAAR_DIRECTIONS; direction++) {
            int to = tzaar_look(board, from, direction);
            if (to >= 0 && board->at[to].seat != board->seat &&
                board->at[to].height <= board->at[from].height)
                return TZAAR_NOBODY;
        }
    }
    return 1 - board->seat;
}

/* ---- Steps as text ---- */

/* The token of a step, such as "D3xC3", "E6+E5" or "pass", in `token`, which is also returned. */
static inline char *tzaar_token(tzaar_step step, char token[TZAAR_TOKEN])
{
    if (step.sign == TZAAR_PASS)
        snprintf(token, TZAAR_TOKEN, "pass");
    else
        snprintf(token, TZAAR_TOKEN, "%s%c%s", tzaar_name(step.from),
                 step.sign == TZAAR_STACK ? '+' : 'x', tzaar_name(step.to));
    return token;
}

/* The opposite of tzaar_token. Returns 1, or 0 when the text is no token on this board. */
static inline int tzaar_parse(const char *token, tzaar_step *step)
{
    step->from = step->to = 0;
    step->sign = TZAAR_PASS;
    if (strcmp(token, "pass") == 0)
        return 1;
    if (strlen(token) != 5 || (token[2] != 'x' && token[2] != '+'))
        return 0;
    step->sign = token[2];
    step->from = tzaar_point(token);
    step->to = tzaar_point(token + 3);
    return step->from >= 0 && step->to >= 0;
}

/* Draws the board, for your own eyes: tzaar_print(&board, stderr); */
static inline void tzaar_print(const tzaar_board *board, FILE *file)
{
    for (int line = 16; line >= 0; line--) { /* a column's points are two lines apart */
        for (int column = 0; column < 9; column++) {
            int size = tzaar_column_first[column + 1] - tzaar_column_first[column];
            int length = column == 4 ? 9 : size; /* column E has the hole in its middle */
            int above = line - (9 - length);
            int number = above / 2;
            if (above < 0 || above % 2 != 0 || number >= length) {
                fprintf(file, "    ");
            } else if (column == 4 && number == 4) {
                fprintf(file, " o  ");
            } else {
                int point = tzaar_column_first[column] + number - (column == 4 && number > 4);
                const tzaar_piece *piece = &board->at[point];
                if (piece->height == 0)
                    fprintf(file, " .  ");
                else if (piece->height == 1)
                    fprintf(file, " %c  ", "ZRTzrt"[piece->seat * TZAAR_KINDS + piece->kind]);
                else
                    fprintf(file, " %c%-2d", "ZRTzrt"[piece->seat * TZAAR_KINDS + piece->kind],
                            piece->height);
            }
        }
        fputc('\n', file);
    }
    fprintf(file, " A   B   C   D   E   F   G   H   I     %s, step %d, turn %d\n",
            board->seat == TZAAR_WHITE ? "white" : "black", board->step, board->turn);
}

#endif
