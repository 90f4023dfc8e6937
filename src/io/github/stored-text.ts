/** A text as GitHub may give it back: with other line ends, and no space around it. For comparing what is there with what is meant. */
export function asStored(text: string): string {
  return text.replace(/\r\n/g, "\n").trim();
}
