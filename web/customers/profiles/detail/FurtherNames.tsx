import type { FurtherName } from '@ruam/contract/customers/further-names.ts'
import { useWords } from '../../../data/text.ts'
import { furtherNameText } from '../further-name-text.ts'
import styles from './ProfileDetail.module.css'

/** Further names of a customer in one line, and the notes that stood in the cells of names. */
export function FurtherNames({ names }: { names: readonly FurtherName[] }) {
  const t = useWords(furtherNameText)
  const notes = names.filter(({ kind }) => kind === 'note')
  const others = names.filter(({ kind }) => kind !== 'note')
  return (
    <section className={styles.group}>
      <h3>{t.title}</h3>
      <dl>
        {others.length > 0 && (
          <div className={styles.line}>
            <dt>{t.others}</dt>
            <dd>{others.map(({ kind, value }) => t.named({ kind: t[kind], name: value })).join(' · ')}</dd>
          </div>
        )}
        {notes.length > 0 && (
          <div className={styles.line}>
            <dt>{t.note}</dt>
            <dd>{notes.map(({ value }) => value).join(' · ')}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
