/** Does something while a program under test is running. A failure of it fails the test as an unhandled rejection. */
export function later(ms: number, work: () => Promise<unknown>): void {
  setTimeout(() => void work(), ms);
}
