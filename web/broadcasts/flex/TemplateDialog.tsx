import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { usePreferences } from '../../data/preferences.ts'
import { type Language, useWords } from '../../data/text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FlexBubble } from './FlexBubble.tsx'
import type { Part } from './parts.ts'
import styles from './TemplateDialog.module.css'
import { templateNames, templateOf } from './templates.ts'
import { flexText } from './text.ts'

interface TemplateDialogProps {
  /** True if something would be replaced. */
  replaces: boolean
  onChoose: (whole: Part) => void
  onClose: () => void
}

/** Chooses a design to begin with, in the language of the customers. */
export default function TemplateDialog({ replaces, onChoose, onClose }: TemplateDialogProps) {
  const t = useWords(flexText)
  const [language, setLanguage] = useState<Language>(usePreferences().language)
  return (
    <Dialog opened onClose={onClose} title={t.choose} size={820}>
      {replaces && <p className={styles.note}>{t.replaces}</p>}
      <SegmentedControl
        aria-label={t.language}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
        data={(['th', 'en'] as const).map((value) => ({ value, label: t[value] }))}
      />
      <ul className={styles.templates}>
        {templateNames.map((name) => {
          const whole = templateOf(name, language) as Part
          return (
            <li key={name}>
              <div className={styles.drawn} aria-hidden>
                <div>
                  <FlexBubble bubble={whole} at="" />
                </div>
              </div>
              <button type="button" onClick={() => onChoose(whole)}>
                {t[name]}
              </button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
