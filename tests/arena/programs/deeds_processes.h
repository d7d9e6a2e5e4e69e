/* Deeds with processes, memory and time. */
#ifndef DEEDS_PROCESSES_H
#define DEEDS_PROCESSES_H
#include "deed.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* ---- processes and memory ---- */

/* forks COUNT: children that stay; tells how many there could be. */
static int forks(void) {
    long count, total = number(0);
    char words[100];
    for (count = 0; count < total; count++) {
        pid_t child = fork();
        if (child == -1)
            break;
        if (child == 0)
            forever();
    }
    snprintf(words, sizeof words, "%ld", count);
    say(words);
    stay();
    return 0;
}

/* bomb COUNT: children of children, all of which go on forking; so many may succeed. */
static int bomb(void) {
    int flags = MAP_SHARED | MAP_ANONYMOUS;
    long *left = mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE, flags, -1, 0);
    *left = number(0);
    for (;;)
        if (__atomic_load_n(left, __ATOMIC_RELAXED) > 0 && fork() == 0)
            __atomic_fetch_sub(left, 1, __ATOMIC_RELAXED);
    return 0;
}

static void *wait_for_ever(void *nothing) {
    forever();
    return nothing;
}

static int threads(void) {
    long count, total = number(0);
    char words[100];
    pthread_t thread;
    for (count = 0; count < total; count++)
        if (pthread_create(&thread, NULL, wait_for_ever, NULL))
            break;
    snprintf(words, sizeof words, "%ld", count);
    say(words);
    stay();
    return 0;
}

static int memory(void) {
    if (!touched(number(0)))
        return told(-1);
    say("done");
    stay();
    return 0;
}

/* memory-slowly MEGABYTES: ten megabytes at a time, as long as there are any. */
static int memory_slowly(void) {
    for (long got = 0; got < number(0); got += 10) {
        if (!touched(10))
            return told(-1);
        usleep(2000);
    }
    say("done");
    stay();
    return 0;
}

/* family COUNT MEGABYTES: that many children, each with so much memory, at the same time. */
static int family(void) {
    int ready[2];
    char byte;
    if (pipe(ready))
        return told(-1);
    for (long count = 0; count < number(0); count++)
        if (fork() == 0) {
            if (!touched(number(1)))
                _exit(1);
            if (write(ready[1], "x", 1) != 1)
                _exit(1);
            forever();
        }
    for (long count = 0; count < number(0); count++)
        if (read(ready[0], &byte, 1) != 1)
            return told(-1);
    say("done");
    stay();
    return 0;
}

static int memory_file(void) {
    int file = memfd_create("hidden", 0);
    return told(file == -1 ? -1 : ftruncate(file, 1 << 20));
}

static int shared_memory(void) {
    return told(shmget(IPC_PRIVATE, 1 << 20, 0600));
}

static int address_space(void) {
    size_t size = (size_t)number(0) << 30;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    return told(mmap(NULL, size, PROT_NONE, flags, -1, 0) == MAP_FAILED ? -1 : 0);
}

static int show_limits(void) {
    static const struct { const char *name; int which; } all[] = {
        {"core", RLIMIT_CORE}, {"nofile", RLIMIT_NOFILE}, {"fsize", RLIMIT_FSIZE},
        {"nproc", RLIMIT_NPROC}, {"data", RLIMIT_DATA}, {"as", RLIMIT_AS},
    };
    for (size_t at = 0; at < sizeof all / sizeof *all; at++) {
        struct rlimit limit;
        getrlimit((__rlimit_resource_t)all[at].which, &limit);
        printf("%s=%lld:%lld ", all[at].name, (long long)limit.rlim_cur, (long long)limit.rlim_max);
    }
    return told(0);
}

/* ---- not ending ---- */

static int deaf(void) {
    for (int which = 1; which < 65; which++)
        signal(which, SIG_IGN);
    say("done");
    stay();
    return 0;
}

/* orphan: leaves a child in a session of its own, with nothing of ours open, and ends. */
static int orphan(void) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (int which = 1; which < 65; which++)
                signal(which, SIG_IGN);
            for (int file = 0; file < 3; file++)
                close(file);
            forever();
        }
        _exit(0);
    }
    wait(NULL);
    return told(0);
}

/* lingering: as above, but goes on. */
static int lingering(void) {
    orphan();
    stay();
    return 0;
}

/* door: leaves an orphan behind a FIFO, and tells whether one of an earlier call is still there. */
static int door(void) {
    int ready[2], someone;
    char byte;
    mkfifo("door", 0666);
    someone = open("door", O_WRONLY | O_NONBLOCK);
    if (someone != -1)
        return told(0);
    if (pipe(ready))
        return told(-1);
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            if (open("door", O_RDONLY | O_NONBLOCK) == -1 || write(ready[1], "x", 1) != 1)
                _exit(1);
            for (int file = 0; file < 3; file++)
                close(file);
            forever();
        }
        _exit(0);
    }
    wait(NULL);
    if (read(ready[0], &byte, 1) != 1)
        return told(-1);
    errno = ENXIO;
    return told(-1);
}

static int closed(void) {
    for (int file = 0; file < 3; file++)
        close(file);
    stay();
    return 0;
}

static int silent(void) {
    say("done");
    stay();
    return 0;
}

static int ticking(void) {
    for (long count = 0;; count++) {
        printf("%ld\n", count);
        fflush(stdout);
        usleep(200);
    }
    return 0;
}

/* restless: forks for ever, each child lives for a moment and ticks. */
static int restless(void) {
    signal(SIGCHLD, SIG_IGN);
    for (;;)
        if (fork() == 0) {
            if (write(1, "x", 1) != 1)
                _exit(1);
            usleep(300);
            _exit(0);
        } else
            usleep(100);
    return 0;
}

/* ---- reaching others ---- */

static int kill_all(void) {
    return told(kill(-1, SIGKILL));
}

static int trace_child(void) {
    pid_t child = fork();
    if (child == 0)
        forever();
    return told(ptrace(PTRACE_ATTACH, child, 0, 0));
}

static int new_namespace(void) {
    return told(unshare(CLONE_NEWUSER));
}

static int cloned_namespace(void) {
    long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0)
        _exit(0);
    return told(child);
}

static int cloned_namespace_3(void) {
    struct clone_args wanted = {.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
    long child = syscall(SYS_clone3, &wanted, sizeof wanted);
    if (child == 0)
        _exit(0);
    return told(child);
}

static int mount_something(void) {
    return told(mount("x", "/tmp", "tmpfs", 0, NULL));
}

static int all_cores(void) {
    cpu_set_t all;
    CPU_ZERO(&all);
    for (int core = 0; core < 64; core++)
        CPU_SET(core, &all);
    return told(sched_setaffinity(0, sizeof all, &all));
}

static int idle_class(void) {
    const struct sched_param none = {0};
    return told(sched_setscheduler(0, SCHED_IDLE, &none));
}

static int be_nice(void) {
    return told(setpriority(PRIO_PROCESS, 0, 19));
}

/* The session as a whole can be nice too, where sessions get equal parts of a core. */
static int nice_session(void) {
    int file = open("/proc/self/autogroup", O_WRONLY);
    if (file < 0) return told(-1);
    return told(write(file, "19", 2) == 2 ? 0 : -1);
}

static int ring(void) {
    char room[256] = {0};
    return told(syscall(425, 4, room)); /* io_uring_setup */
}

static int old_gate(void) {
#ifdef __x86_64__
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory"); /* getpid, 32 bit */
    return told(result);
#else
    raise(SIGSYS);
    return 1;
#endif
}

/* ---- being measured ---- */

static int spin(void) {
    double seconds = atof(argument[0]);
    burn(&seconds);
    return told(0);
}

static int spin_and_stay(void) {
    spin();
    stay();
    return 0;
}

/* spin-threads COUNT SECONDS */
static int spin_threads(void) {
    double seconds = atof(argument[1]);
    pthread_t thread[64];
    for (long count = 0; count < number(0); count++)
        pthread_create(&thread[count], NULL, burn, &seconds);
    for (long count = 0; count < number(0); count++)
        pthread_join(thread[count], NULL);
    say("done");
    stay();
    return 0;
}

/* spin-children COUNT SECONDS: they are dead when it says done. */
static int spin_children(void) {
    double seconds = atof(argument[1]);
    for (long count = 0; count < number(0); count++)
        if (fork() == 0) {
            burn(&seconds);
            _exit(0);
        }
    while (wait(NULL) != -1)
        continue;
    say("done");
    stay();
    return 0;
}

static int flood_errors(void) {
    static char block[1 << 16];
    memset(block, 'e', sizeof block);
    for (long count = 0; count < number(0) * 16; count++)
        if (write(2, block, sizeof block) != (ssize_t)sizeof block)
            return told(-1);
    return told(0);
}

/* echo: gives back every line, as the smallest bot does. */
static int echo(void) {
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        fputs(line, stdout);
        fflush(stdout);
    }
    return 0;
}

static int exit_with(void) {
    exit((int)number(0));
}

static int end_by_signal(void) {
    raise((int)number(0));
    return 0;
}

#endif
