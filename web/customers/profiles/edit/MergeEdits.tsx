import { Radio } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useWords } from '../../../data/text.ts'
import { useTypedText } from '../use-typed-text.ts'
import type { ProfileListField } from '../values.ts'
import type { Merging, Typed } from './edit-merge.ts'
import { edit } from './edit-text.ts'
import styles from './MergeEdits.module.css'

interface MergeEditsProps {
  merge: Merging
  fields: readonly ProfileListField[]
  draft: Typed
  onChoose: (fieldId: number, typed: string) => void
}

/** Resolves a simultaneous edit field by field. The own value is chosen by default. */
export function MergeEdits({ merge, fields, draft, onChoose }: MergeEditsProps) {
  const t = useWords(edit)
  const typedText = useTypedText()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const { conflicts, taken, kept } = merge
  const fieldOf = (id: number) => fields.find((field) => field.id === id)!
  const say = (id: number, typed: string) => typedText(fieldOf(id), typed) || t.nothing
  return (
    <div className={styles.merge}>
      <h2 ref={title} tabIndex={-1}>
        {t.mergeTitle}
      </h2>
      <p className={styles.lead}>{conflicts.length > 0 ? t.mergeText : t.mergeTextNone}</p>
      {conflicts.map(({ id, was, mine, theirs }) => (
        <div key={id} className={styles.conflict}>
          <Radio.Group
            label={fieldOf(id).displayName}
            value={draft[id] === theirs ? 'theirs' : 'mine'}
            onChange={(side) => onChoose(id, side === 'theirs' ? theirs : mine)}
          >
            <div className={styles.sides}>
              <Radio.Card value="mine" className={styles.side}>
                <Radio.Indicator />
                <span>
                  <small>{t.mine}</small>
                  {say(id, mine)}
                </span>
              </Radio.Card>
              <Radio.Card value="theirs" className={styles.side}>
                <Radio.Indicator />
                <span>
                  <small>{t.theirs}</small>
                  {say(id, theirs)}
                </span>
              </Radio.Card>
            </div>
          </Radio.Group>
          <p className={styles.was}>
            {t.base} {say(id, was)}
          </p>
        </div>
      ))}
      <Changed
        title={t.taken}
        rows={taken.map(({ id, was, theirs }) => ({
          id,
          name: fieldOf(id).displayName,
          was: say(id, was),
          now: say(id, theirs),
        }))}
      />
      <Changed
        title={t.keptMine}
        rows={kept.map(({ id, was, mine }) => ({
          id,
          name: fieldOf(id).displayName,
          was: say(id, was),
          now: say(id, mine),
        }))}
      />
    </div>
  )
}

interface ChangedProps {
  title: string
  rows: { id: number; name: string; was: string; now: string }[]
}

/** Changes by only one of the two. */
function Changed({ title, rows }: ChangedProps) {
  const t = useWords(edit)
  if (rows.length === 0) return null
  return (
    <section className={styles.changed}>
      <h3>{title}</h3>
      <dl>
        {rows.map(({ id, name, was, now }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>
              {now} <small>{`${t.base} ${was}`}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
