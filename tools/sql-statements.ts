/** A statement of SQL in a source file: a template tagged `sql`, with all that is nested in it. */
interface Statement {
  /** Line of its start, from 1. */
  line: number
  lines: number
  /** The function around it. */
  within: string
}

/** The outermost `sql` templates of a source text. */
export function sqlStatements(text: string): Statement[] {
  const found: Statement[] = []
  for (const { index } of text.matchAll(/(?<![\w.])sql(?:<(?:[^<>`]|<[^<>]*>)*>)?`/g)) {
    const last = found.at(-1)
    const from = text.indexOf('`', index)
    const line = lineAt(text, index)
    if (last && line < last.line + last.lines) continue
    const lines = lineAt(text, templateEnd(text, from)) - line + 1
    found.push({ line, lines, within: functionBefore(text, index) })
  }
  return found
}

/** Outermost template literals of a source text without its comments, with all that is nested in them. */
export function templatesOf(text: string): { line: number; text: string }[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<![:\\'"`])\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '))
  const found: { line: number; text: string }[] = []
  for (let at = code.indexOf('`'); at !== -1; ) {
    const end = templateEnd(code, at)
    found.push({ line: lineAt(code, at), text: code.slice(at + 1, end) })
    at = code.indexOf('`', end + 1)
  }
  return found
}

const lineAt = (text: string, place: number) => text.slice(0, place).split('\n').length

function functionBefore(text: string, place: number): string {
  const named = text.slice(0, place).matchAll(/^(?:export )?(?:async )?(?:function\*? |const )(\w+)/gm)
  return [...named].at(-1)?.[1] ?? ''
}

/** Returns the end of a template that opens at `open`; nested templates are skipped. */
function templateEnd(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '`') return at
    else if (text[at] === '$' && text[at + 1] === '{') at = placeEnd(text, at + 1)
  }
  return text.length
}

function placeEnd(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '`') at = templateEnd(text, at)
    else if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  return text.length
}
