// Tells a correction of words from a new meaning. A wording that customers agreed to may be corrected; anything else is a new version.

/** Why a change is more than a correction. */
export const correctionLocks = ['channels', 'legal_basis', 'numbers', 'negation', 'words'] as const
type CorrectionLock = (typeof correctionLocks)[number]

interface Wording {
  text_th: string
  text_en: string
  channels: readonly string[]
  legal_basis: string
}

/** Words that a correction may add or remove in one language. */
const FEW = 3

const NEGATIONS = new Set(['ไม่', 'มิ', 'ห้าม', 'ยกเว้น', 'เว้น', 'not', 'no', 'never', 'without', 'except', 'none'])

/** A part of a text that both have, or one of them. */
interface WordingPart {
  text: string
  kind: 'same' | 'added' | 'removed'
}

const segmenter = new Intl.Segmenter('th', { granularity: 'word' })
const wordsOf = (text: string) => [...segmenter.segment(text.normalize('NFC'))]

/** Compares two texts word by word. Neighbours of one kind are one part. */
export function compareWords(before: string, after: string): WordingPart[] {
  const [from, to] = [wordsOf(before), wordsOf(after)].map((words) => words.map(({ segment }) => segment)) as [
    string[],
    string[],
  ]
  // common[i][j]: the longest common words of from[i...] and to[j...].
  const common = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1))
  for (let i = from.length - 1; i >= 0; i--)
    for (let j = to.length - 1; j >= 0; j--)
      common[i]![j] = from[i] === to[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!)
  const parts: WordingPart[] = []
  const add = (kind: WordingPart['kind'], text: string) => {
    const last = parts.at(-1)
    if (last?.kind === kind) last.text += text
    else parts.push({ kind, text })
  }
  let [i, j] = [0, 0]
  while (i < from.length || j < to.length) {
    if (i < from.length && j < to.length && from[i] === to[j]) {
      add('same', from[i++]!)
      j++
    } else if (i < from.length && (j >= to.length || common[i + 1]![j]! >= common[i]![j + 1]!))
      add('removed', from[i++]!)
    else add('added', to[j++]!)
  }
  return parts
}

/** Returns why a wording is more than a correction of another one, or null if it may be one. */
export function correctionLock(before: Wording, after: Wording): CorrectionLock | null {
  if (before.channels.toSorted().join() !== after.channels.toSorted().join()) return 'channels'
  if (before.legal_basis !== after.legal_basis) return 'legal_basis'
  const texts = [
    [before.text_th, after.text_th],
    [before.text_en, after.text_en],
  ] as const
  if (texts.some(([from, to]) => numbersIn(from) !== numbersIn(to))) return 'numbers'
  const changes = texts.map(([from, to]) => changedWords(from, to))
  if (changes.some(({ added, removed }) => [...added, ...removed].some((word) => NEGATIONS.has(word))))
    return 'negation'
  return changes.some(({ added, removed }) => Math.max(added.length, removed.length) > FEW) ? 'words' : null
}

/** Numbers of a text in Arabic digits, in their order. */
const numbersIn = (text: string) =>
  (text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50)).match(/\d+/g) ?? []).join(' ')

/** Words that one of the texts has more often than the other, in lower case. */
function changedWords(before: string, after: string) {
  const of = (kind: WordingPart['kind'], parts: readonly WordingPart[]) =>
    parts
      .filter((part) => part.kind === kind)
      .flatMap(({ text }) =>
        wordsOf(text).flatMap(({ segment, isWordLike }) => (isWordLike ? segment.toLowerCase() : [])),
      )
  const parts = compareWords(before, after)
  return { added: of('added', parts), removed: of('removed', parts) }
}
