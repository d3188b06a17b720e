import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { type FieldGroup, groupFields, pageOrder } from '../field-groups.ts'
import { text } from '../text.ts'
import type { ProfileRow } from '../values.ts'
import { detail } from './detail-text.ts'
import { FieldLineRow } from './FieldLineRow.tsx'
import { type FieldLine, linesOf } from './field-lines.ts'
import styles from './ProfileDetail.module.css'

/** Fields of a customer in groups; empty ones are folded. */
export function FieldGroups({ profile }: { profile: ProfileRow }) {
  const t = useWords(text)
  const d = useWords(detail)
  const [all, setAll] = useState(false)
  const { groups, empty } = linesOf(profile.fields)
  const emptyCount = empty.reduce((sum, [, lines]) => sum + lines.length, 0)
  const shown = new Map<FieldGroup, FieldLine[]>(groups)
  if (all) {
    const places = new Map(
      groupFields(profile.fields).flatMap(([, fields]) => fields.map(({ id }, place) => [id, place])),
    )
    const placeOf = ({ fields }: FieldLine) => places.get(fields[0]!.id) ?? 0
    // An empty field stands where it stands on the edit page.
    for (const [group, lines] of empty)
      shown.set(
        group,
        [...(shown.get(group) ?? []), ...lines].sort((a, b) => placeOf(a) - placeOf(b)),
      )
  }
  return (
    <>
      {shown.size === 0 && <p className={styles.nothing}>{d.noValues}</p>}
      {pageOrder
        .filter((group) => shown.has(group))
        .map((group) => (
          <section key={group} className={styles.group} data-group={group}>
            <h3>{t[group]}</h3>
            <dl>
              {shown.get(group)!.map((line) => (
                <FieldLineRow key={line.fields[0]!.id} line={line} profileId={profile.id} />
              ))}
            </dl>
          </section>
        ))}
      {emptyCount > 0 && (
        <div className={styles.fold}>
          <Button variant="subtle" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? d.hideEmpty : d.showEmpty({ count: emptyCount })}
          </Button>
        </div>
      )}
    </>
  )
}
