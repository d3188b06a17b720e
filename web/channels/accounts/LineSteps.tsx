import { IconExternalLink } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import styles from './Accounts.module.css'
import { text } from './text.ts'

/** Three steps to the channel ID and secret in the LINE Developers Console. */
export function LineSteps() {
  const t = useWords(text)
  return (
    <section className={styles.steps}>
      <h3>{t.stepsTitle}</h3>
      <ol>
        <li>{t.step1}</li>
        <li>{t.step2}</li>
        <li>{t.step3}</li>
      </ol>
      <a
        className={`ruam-thumb ${styles.outside}`}
        href="https://developers.line.biz/console/"
        target="_blank"
        rel="noreferrer"
        aria-label={`${t.openConsole} (${t.newTab})`}
      >
        {t.openConsole}
        <IconExternalLink size={16} stroke={1.6} />
      </a>
    </section>
  )
}
