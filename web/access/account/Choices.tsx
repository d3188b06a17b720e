import { SegmentedControl } from '@mantine/core'
import { choose } from '../../data/choose.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useWords } from '../../data/text.ts'
import styles from './Account.module.css'
import { Section } from './Section.tsx'
import { text } from './text.ts'

/** Language and era, which follow the person. */
export function Choices() {
  const t = useWords(text)
  const { language, era } = usePreferences()
  return (
    <Section title={t.choices} about={t.choicesText}>
      <div className={styles.choice}>
        <span>{t.language}</span>
        <SegmentedControl
          transitionDuration={0}
          aria-label={t.language}
          value={language}
          onChange={(value) => choose({ language: value as 'th' | 'en' })}
          data={[
            { value: 'th', label: 'ไทย' },
            { value: 'en', label: 'English' },
          ]}
        />
      </div>
      <div className={styles.choice}>
        <span>{t.era}</span>
        <SegmentedControl
          transitionDuration={0}
          aria-label={t.era}
          value={era ?? 'store'}
          onChange={(value) => choose({ era: value === 'store' ? null : (value as 'ce' | 'be') })}
          data={[
            { value: 'store', label: t.ofStore },
            { value: 'ce', label: t.ce },
            { value: 'be', label: t.be },
          ]}
        />
      </div>
    </Section>
  )
}
