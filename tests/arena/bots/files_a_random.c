/* Plays any legal turn through interface A; and appends to the history, as some programs do. */
#include "files.h"

int main(int argc, char **argv) {
    if (argc != 6) return 10;
    answer_a(argv + 1, "out.txt");
    FILE *history = fopen(argv[5], "a");
    if (!history) return 15;
    fprintf(history, "%s,%c,1,E,0,0,0,0\r\n", argv[2], argv[1][0]);
    fclose(history);
    return 0;
}
