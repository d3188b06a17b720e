import { Button } from '@mantine/core'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { text as peopleText } from '../people/text.ts'
import { useLeave } from '../people/use-leave.ts'
import { Section } from './Section.tsx'
import { text } from './text.ts'

/** The way out of the store that is open. */
export function LeaveStore() {
  const t = useWords(text)
  const p = useWords(peopleText)
  const { name } = useStore()
  const leave = useLeave()
  return (
    <Section title={t.store} about={t.storeText({ name })}>
      <Button c="var(--ruam-danger)" onClick={() => void leave()}>
        {p.leave}
      </Button>
    </Section>
  )
}
