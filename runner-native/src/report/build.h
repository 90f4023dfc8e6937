#ifndef PLUMBLINE_REPORT_BUILD_H
#define PLUMBLINE_REPORT_BUILD_H

/*
 * Another build of this program, or of the C library that it stands on, is another client: histories tell them apart.
 *
 * Threads: the main thread only.
 */

/* Prints fields of the line hello: `,"compiler":...,"libc":...,"static":...`. */
void build_put(void);

#endif
