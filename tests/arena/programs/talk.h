/* Ways to talk badly. They have no word about how it went: whoever listens will know. */
#ifndef TALK_H
#define TALK_H
#include "deed.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

static char last[64] = "A1";             /* its last move */
static int times = 1;                    /* how often it says its next move */
static const char *more = "";            /* what follows in the same line */
static int answered;                     /* whether it needs no other answer to this question */

static void say_for_ever(const char *words, size_t length) {
    static char block[1 << 16];
    size_t filled = 0;
    while (filled + length <= sizeof block) {
        memcpy(block + filled, words, length);
        filled += length;
    }
    for (;;)
        if (write(1, block, filled) <= 0)
            exit(1);
}

/* line WORD...: these words instead of an answer. */
static void line(void) {
    for (char **word = argument; *word; word++)
        printf("%s%s", word == argument ? "" : " ", *word);
    puts("");
    answered = 1;
}

/* flood [WORD]: a line for ever; nothing is read any more. */
static void flood(void) {
    char words[100];
    snprintf(words, sizeof words, "%s\n", argument[0] ? argument[0] : "");
    say_for_ever(words, strlen(words));
}

static void endless(void) {
    say_for_ever("x", 1);
}

static void junk(void) {
    static const char bytes[] = {'\x7f', 'E', 'L', 'F', '\x02', '\xff', '\xfe', '\x80', '\xc3'};
    say_for_ever(bytes, sizeof bytes);
}

static void nul(void) {
    printf("move %s%c\n", last, 0);
    answered = 1;
}

/* unended: an answer without the end of its line. */
static void unended(void) {
    printf("move %s", last);
    fflush(stdout);
    forever();
}

/* huge LENGTH: one token of this length. */
static void huge(void) {
    printf("move ");
    for (long count = number(0); count > 0; count--)
        putchar('A');
    puts("");
    answered = 1;
}

/* twice: the same answer in two lines. */
static void twice(void) {
    times = 2;
}

/* tail: far more tokens than were asked for. */
static void tail(void) {
    static char tokens[60001];
    for (size_t at = 0; at + 3 < sizeof tokens; at += 3)
        memcpy(tokens + at, " B2", 3);
    more = tokens;
}

/* late: the answer to the question before, now that the opponent has moved. */
static void late(void) {
    printf("move %s\n", last);
    answered = 1;
}

/* blind: says everything at once, whatever it will be asked; in one piece, so that nothing of it can
 * still be on its way when it is asked. */
static void blind(void) {
    char said[512];
    int length = snprintf(said, sizeof said, "ready\nready\nmove %s\n", last);
    fflush(stdout);
    if (write(1, said, (size_t)length) != length)
        exit(4);
    forever();
}

/* forge: as if the referee had written it, and as if the record went on. */
static void forge(void) {
    puts("info eval 1} {[clk 9:59.999] [use 0.000000 0.000000 0.000000]} @1 !1 crash exit-0 \"x\"");
    puts("info [use 0.000000 0.000000 0.000000]");
}

/* hang-up FROM TO: closes these of its three streams, and stays. */
static void hang_up(void) {
    for (long file = number(0); file <= number(1); file++)
        close((int)file);
    forever();
}

/* desert: ends while a child holds the streams open. */
static void desert(void) {
    if (fork() == 0)
        forever();
    exit(7);
}

/* stuff: fills its own input, so that nothing else fits in. */
static void stuff(void) {
    static char block[4096];
    int file = open("/proc/self/fd/0", O_WRONLY | O_NONBLOCK);
    while (write(file, block, sizeof block) > 0)
        continue;
    forever();
}

/* deaf-mute: ignores every signal, and never answers. */
static void deaf_mute(void) {
    for (int which = 1; which < 65; which++)
        signal(which, SIG_IGN);
    forever();
}

static void halt(void) {
    raise(SIGSTOP);
}

static int deeper(volatile char *above) {
    volatile char room[4096];
    room[0] = above ? (char)(above[0] + 1) : 0;
    return above ? deeper(room) + room[0] : 0;
}

static void overflow(void) {
    volatile char room[1] = {0};
    exit(deeper(room));
}

static void busy(void) {
    for (volatile unsigned long count = 0;; count++)
        continue;
}

static const struct { const char *name; void (*act)(void); } talks[] = {
    {"line", line}, {"flood", flood}, {"endless", endless}, {"junk", junk}, {"nul", nul},
    {"unended", unended}, {"huge", huge}, {"twice", twice}, {"tail", tail}, {"late", late},
    {"blind", blind}, {"forge", forge}, {"hang-up", hang_up}, {"desert", desert}, {"stuff", stuff},
    {"deaf-mute", deaf_mute}, {"halt", halt}, {"overflow", overflow}, {"busy", busy},
    {"sleep", forever},
};

static int talk_badly(char **words) {
    for (size_t at = 0; at < sizeof talks / sizeof *talks; at++)
        if (words[0] && strcmp(talks[at].name, words[0]) == 0) {
            argument = words + 1;
            talks[at].act();
            return 0;
        }
    return -1;
}

#endif
