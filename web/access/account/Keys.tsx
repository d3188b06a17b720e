import { useWords } from '../../data/text.ts'
import { KeySwitch } from '../../ui/KeySwitch.tsx'
import { shell } from '../../ui/shell-words.ts'
import { Section } from './Section.tsx'
import { text } from './text.ts'

/** Setting for single-key shortcuts, stored in this browser. */
export function Keys() {
  const t = useWords(text)
  const { keys } = useWords(shell)
  return (
    <Section title={keys} about={t.keysText}>
      <KeySwitch />
    </Section>
  )
}
