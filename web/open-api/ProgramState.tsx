import { useWords } from '../data/text.ts'
import { daysSince } from './program-days.ts'
import { programText } from './program-text.ts'
import { State } from './State.tsx'
import type { Program } from './use-program-actions.tsx'

/** State of a program: whether it works, and for how long nobody has used it. */
export function ProgramState({
  program,
}: {
  program: Pick<Program, 'status' | 'concerns' | 'lastUsedAt' | 'createdAt'>
}) {
  const t = useWords(programText)
  const { status, concerns, lastUsedAt, createdAt } = program
  if (status === 'deleted') return <State status="revoked" word={t.deleted} />
  if (status === 'active' && concerns.includes('unused')) {
    return <State status="expired" word={t.unusedDays({ count: daysSince(lastUsedAt ?? createdAt) })} />
  }
  return <State status={status} />
}
