import { gauge } from './metrics.ts'

/** Returns undefined if the part is well, or a sentence for the operator: `/readyz` is open to everyone, so it names no address. */
type Check = () => Promise<string | undefined> | string | undefined

interface Part {
  check: Check
  /** True if the process serves without it. */
  optional: boolean
}

/** Milliseconds that a check may take. */
const CHECK_MS = 2000

const parts = new Map<string, Part>()

/** Adds a part to `/readyz`, or replaces it. Returns a function that removes it. */
export function readyPart(name: string, check: Check, { optional = false } = {}): () => void {
  const part = { check, optional }
  parts.set(name, part)
  return () => {
    if (parts.get(name) === part) parts.delete(name)
  }
}

/** Returns `ok` or a sentence for each part; `ready` is false if one that is not optional is unwell. */
export async function readiness(): Promise<{ ready: boolean; parts: Record<string, string> }> {
  const found = await Promise.all(
    [...parts].map(async ([name, part]) => {
      const trouble = await checked(part.check)
      gauge('ruam_ready', { part: name }, trouble === undefined ? 1 : 0)
      return { name, trouble, stops: trouble !== undefined && !part.optional }
    }),
  )
  return {
    ready: !found.some(({ stops }) => stops),
    parts: Object.fromEntries(found.map(({ name, trouble }) => [name, trouble ?? 'ok'])),
  }
}

async function checked(check: Check): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, CHECK_MS, 'It does not answer within 2 s.').unref()
  })
  try {
    return await Promise.race([check(), late])
  } catch {
    return 'It cannot be reached.'
  } finally {
    clearTimeout(timer)
  }
}
