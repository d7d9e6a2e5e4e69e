/* Plays any legal step through interface B. */
#include "files.h"

int main(int argc, char **argv) {
    if (argc != 7) return 10;
    answer_b(argv + 1);
    return 0;
}
