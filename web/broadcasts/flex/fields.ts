import { isPart, type Part, partsOf, textOf } from './parts.ts'

// The parts of a flex message that staff change without its JSON: texts, pictures, links, and rows of a list. `part` is the path of the
// component that a field belongs to.

/** Keys and indexes from the root of the JSON. */
type Path = readonly (string | number)[]

export type FlexField =
  | { kind: 'text'; path: Path; part: Path; value: string; isHeading: boolean; isLong: boolean }
  | { kind: 'picture'; path: Path; part: Path; value: string }
  | { kind: 'link'; path: Path; value: string }
  | { kind: 'label'; path: Path; part: Path; value: string }
  /** Boxes of one form below each other, such as the lines of a menu. `path` is that of their list. */
  | { kind: 'rows'; path: Path; from: number; rows: readonly (readonly FlexField[])[] }

const BLOCKS = ['header', 'hero', 'body', 'footer']

/** Levels that are looked at: as many as a message may have. */
const MAX_DEPTH = 24

/** Returns the place of a field as faults name it: body.contents[2].text. */
export const placeOf = (path: Path): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index > 0 ? `.${step}` : step)).join('')

/** Returns the message as JSON of an object, or undefined if it is none. */
export function readFlex(contents: string): Part | undefined {
  try {
    const whole: unknown = JSON.parse(contents)
    return isPart(whole) && (whole.type === 'bubble' || whole.type === 'carousel') ? whole : undefined
  } catch {
    return undefined
  }
}

/** Returns the bubbles of a message with their paths. */
export const bubblesIn = (whole: Part): { bubble: Part; path: Path }[] =>
  whole.type === 'bubble'
    ? [{ bubble: whole, path: [] }]
    : partsOf(whole.contents).map((bubble, index) => ({ bubble, path: ['contents', index] }))

/** Returns the fields of a bubble in the order in which they are seen. */
export function fieldsOf(bubble: Part, path: Path): FlexField[] {
  return BLOCKS.flatMap((name) => fieldsIn(bubble[name], [...path, name], 0))
}

function fieldsIn(part: unknown, path: Path, depth: number): FlexField[] {
  if (!isPart(part) || depth > MAX_DEPTH) return []
  switch (part.type) {
    case 'text':
      return textFields(part, path)
    case 'image':
      return [{ kind: 'picture', path: [...path, 'url'], part: path, value: textOf(part.url) }, ...linkOf(part, path)]
    case 'button':
      return isPart(part.action)
        ? [
            { kind: 'label', path: [...path, 'action', 'label'], part: path, value: textOf(part.action.label) },
            ...linkOf(part, path),
          ]
        : []
    case 'box':
      return [...boxFields(part, [...path, 'contents'], depth + 1), ...linkOf(part, path)]
    default:
      return []
  }
}

function textFields(part: Part, path: Path): FlexField[] {
  const looks = { part: path, isHeading: part.weight === 'bold', isLong: part.wrap === true }
  const spans = partsOf(part.contents)
  if (spans.length === 0) return [{ kind: 'text', path: [...path, 'text'], value: textOf(part.text), ...looks }]
  return spans.map((span, index): FlexField => {
    return { kind: 'text', path: [...path, 'contents', index, 'text'], value: textOf(span.text), ...looks }
  })
}

const linkOf = ({ action }: Part, path: Path): FlexField[] =>
  isPart(action) && action.type === 'uri'
    ? [{ kind: 'link', path: [...path, 'action', 'uri'], value: textOf(action.uri) }]
    : []

/** Fields of the contents of a box. Neighbours of one form become rows, which can be added and removed. */
function boxFields(box: Part, path: Path, depth: number): FlexField[] {
  const contents = partsOf(box.contents)
  const found: FlexField[] = []
  for (let index = 0; index < contents.length; ) {
    const part = contents[index]!
    const end = part.type === 'box' ? endOfRun(contents, index) : index + 1
    if (end - index < 2) found.push(...fieldsIn(part, [...path, index], depth))
    else {
      const rows = contents.slice(index, end).map((row, place) => fieldsIn(row, [...path, index + place], depth))
      if (rows[0]!.length > 0) found.push({ kind: 'rows', path, from: index, rows })
    }
    index = end
  }
  return found
}

function endOfRun(contents: readonly Part[], from: number): number {
  const form = formOf(contents[from])
  let end = from + 1
  while (end < contents.length && formOf(contents[end]) === form) end++
  return end
}

/** The JSON of a part without its words and addresses. */
const formOf = (part: unknown) =>
  JSON.stringify(part, (key, value: unknown) => (['text', 'url', 'uri', 'label'].includes(key) ? '' : value))

/** Returns the JSON with one value replaced. */
export const withValue = (whole: Part, path: Path, value: unknown): Part => changed(whole, path, () => value) as Part

/** Returns the JSON with a copy of a row below it. */
export const withRowAfter = (whole: Part, path: Path, index: number): Part =>
  changed(whole, path, (list) => {
    const rows = list as unknown[]
    return rows.toSpliced(index + 1, 0, structuredClone(rows[index]))
  }) as Part

/** Returns the JSON without a row. */
export const withoutRow = (whole: Part, path: Path, index: number): Part =>
  changed(whole, path, (list) => (list as unknown[]).toSpliced(index, 1)) as Part

/** Returns the JSON without a component, and without the block that it leaves empty. */
export function withoutPart(whole: Part, path: Path): Part {
  const last = path.at(-1)!
  if (typeof last === 'number') {
    const left = withoutRow(whole, path.slice(0, -1), last)
    const box = path.slice(0, -2)
    return isEmptyBlock(left, box) ? withoutPart(left, box) : left
  }
  return changed(whole, path.slice(0, -1), (bubble) => {
    const { [last]: _, ...rest } = bubble as Part
    return rest
  }) as Part
}

/** True for a block of a bubble without contents. The last block stays. */
function isEmptyBlock(whole: Part, path: Path): boolean {
  if (!BLOCKS.includes(String(path.at(-1)))) return false
  const bubble = valueAt(whole, path.slice(0, -1)) as Part
  const box = bubble[path.at(-1)!] as Part
  return partsOf(box.contents).length === 0 && BLOCKS.filter((name) => name in bubble).length > 1
}

const valueAt = (whole: Part, path: Path): unknown =>
  path.reduce<unknown>((value, step) => (value as Record<string | number, unknown>)[step], whole)

/** Returns the message with a copy of a card after it; a lone bubble becomes a carousel. */
export const withCardAfter = (whole: Part, index: number): Part =>
  whole.type === 'bubble'
    ? { type: 'carousel', contents: [whole, structuredClone(whole)] }
    : withRowAfter(whole, ['contents'], index)

/** Returns the message without a card. The last one stays, as a bubble of its own. */
export function withoutCard(whole: Part, index: number): Part {
  const left = partsOf(whole.contents).filter((_, place) => place !== index)
  return left.length === 1 ? left[0]! : { ...whole, contents: left }
}

function changed(value: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return change(value)
  if (Array.isArray(value)) return value.with(step as number, changed(value[step as number], rest, change))
  return { ...(value as Part), [step]: changed((value as Part)[step], rest, change) }
}
