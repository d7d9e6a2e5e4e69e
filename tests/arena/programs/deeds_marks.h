/* Deeds that tell one bot something of another by a file that both can only read.
 *
 *     hold KIND FILE      leaves a mark, and stays
 *     sense KIND FILE     says `ready`, waits for a line, says whether there is one
 */
#ifndef DEEDS_MARKS_H
#define DEEDS_MARKS_H
#include "deed.h"

#include <fcntl.h>
#include <libgen.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#define HINT_MEDIUM 3

static volatile sig_atomic_t noticed;

static int is_kind(const char *kind) {
    return strcmp(argument[0], kind) == 0;
}

static void notice(int signal) {
    noticed = signal;
}

static struct flock whole(short type) {
    return (struct flock){.l_type = type, .l_whence = SEEK_SET};
}

static uint32_t *shared_word(int file) {
    void *found = mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
    return found == MAP_FAILED ? NULL : found;
}

/* Waits at a word of the file until somebody wakes it. */
static long wait_at(int file) {
    uint32_t *word = shared_word(file);
    if (!word)
        return -1;
    say("done");
    for (;;)
        syscall(SYS_futex, word, FUTEX_WAIT, *word, NULL, NULL, 0);
}

static int hold(void) {
    char byte;
    int file = open(argument[1], O_RDONLY);
    struct flock lock = whole(F_RDLCK);
    uint64_t hint = HINT_MEDIUM;
    long result = -1;
    if (is_kind("flock"))
        result = flock(file, LOCK_EX);
    else if (is_kind("lock"))
        result = fcntl(file, F_SETLK, &lock);
    else if (is_kind("open-lock"))
        result = fcntl(file, F_OFD_SETLK, &lock);
    else if (is_kind("lease"))
        result = fcntl(file, F_SETLEASE, F_RDLCK);
    else if (is_kind("hint"))
        result = fcntl(file, F_SET_RW_HINT, &hint);
    else if (is_kind("futex"))
        result = wait_at(file);
    else
        result = read(file, &byte, 1); /* for who watches, and for the time of the last access */
    told(result);
    if (result != -1)
        forever();
    return result == -1;
}

static int sensed(int file, int watch, const struct stat *before) {
    struct flock lock = whole(F_WRLCK);
    struct stat now;
    uint64_t hint = 0;
    if (is_kind("flock"))
        return flock(file, LOCK_EX | LOCK_NB) == -1;
    if (is_kind("lock"))
        return fcntl(file, F_GETLK, &lock) == -1 || lock.l_type != F_UNLCK;
    if (is_kind("open-lock"))
        return fcntl(file, F_OFD_GETLK, &lock) == -1 || lock.l_type != F_UNLCK;
    if (is_kind("hint"))
        return fcntl(file, F_GET_RW_HINT, &hint) == 0 && hint == HINT_MEDIUM;
    if (is_kind("futex"))
        return syscall(SYS_futex, shared_word(file), FUTEX_WAKE, 1, NULL, NULL, 0) > 0;
    if (is_kind("inotify"))
        return poll(&(struct pollfd){.fd = watch, .events = POLLIN}, 1, 0) > 0;
    if (is_kind("dnotify"))
        return noticed != 0;
    return fstat(file, &now) == 0 && (now.st_atim.tv_sec != before->st_atim.tv_sec ||
                                      now.st_atim.tv_nsec != before->st_atim.tv_nsec);
}

static int sense(void) {
    char line[10], place[400];
    struct stat before;
    int watch = -1, file = open(argument[1], O_RDONLY);
    fstat(file, &before);
    signal(SIGIO, notice);
    snprintf(place, sizeof place, "%s", argument[1]);
    if (is_kind("inotify")) {
        watch = inotify_init1(IN_NONBLOCK);
        if (inotify_add_watch(watch, argument[1], IN_OPEN | IN_ACCESS) == -1)
            watch = -1;
    } else if (is_kind("dnotify"))
        fcntl(open(dirname(place), O_RDONLY), F_NOTIFY, DN_ACCESS | DN_MULTISHOT);
    say("ready");
    if (read(0, line, sizeof line) < 1)
        return 1;
    say(sensed(file, watch, &before) ? "marked" : "clear");
    forever();
    return 0;
}

#endif
