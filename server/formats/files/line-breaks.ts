const LF = 0x0a
const CR = 0x0d

/**
 * Line breaks (LF, CRLF or CR) of a text, or of a part of it. An LF whose CR stands before the part was counted with that: of a CR that
 * ended an earlier text, `behindCr` tells.
 */
export function lineBreaks(text: string, from = 0, to = text.length, behindCr = false): number {
  let count = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code > CR) continue
    if (code === CR) count++
    else if (code === LF && (at === 0 ? !behindCr : text.charCodeAt(at - 1) !== CR)) count++
  }
  return count
}
