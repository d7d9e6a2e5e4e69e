/* What all deeds share: a deed does one bad thing, and says how it went.
 *
 *     MODE done             it succeeded
 *     MODE refused: WHY     the system did not let it
 *
 * Some tell a figure instead, and some go on for ever. Who includes this decides what stands before
 * what they say, and whether a deed that is done stays. */
#ifndef DEED_H
#define DEED_H
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *mode, *before = "";
static char **argument;
static int succeeded;

static void say(const char *words) {
    succeeded |= strcmp(words, "done") == 0;
    printf("%s%s %s\n", before, mode, words);
    fflush(stdout);
}

/* How a system call went: anything but -1 is a success. */
static int told(long result) {
    char words[200];
    if (result != -1) {
        say("done");
        return 0;
    }
    snprintf(words, sizeof words, "refused: %s", strerror(errno));
    say(words);
    return 1;
}

static long number(int which) {
    return argument[which] ? atol(argument[which]) : 0;
}

static void forever(void) {
    for (;;)
        pause();
}

/* What a deed does when it is done, unless it ends. */
static void (*stay)(void) = forever;

static double cpu_seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void *burn(void *seconds) {
    double until = cpu_seconds(CLOCK_THREAD_CPUTIME_ID) + *(double *)seconds;
    while (cpu_seconds(CLOCK_THREAD_CPUTIME_ID) < until)
        continue;
    return NULL;
}

static char *touched(long megabytes) {
    size_t size = (size_t)megabytes << 20;
    char *memory = malloc(size);
    if (memory)
        for (size_t at = 0; at < size; at += 4096)
            ((volatile char *)memory)[at] = 1;
    return memory;
}

#endif
