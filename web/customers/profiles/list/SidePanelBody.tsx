import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useDeferredValue } from 'react'
import { useRead } from '../../../data/api.ts'
import { isCopy } from '../../../data/copy-time.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { useMayCall } from '../../../ui/may.ts'
import { MayEdit } from '../detail/edit-context.ts'
import { FieldLineRow } from '../detail/FieldLineRow.tsx'
import { linesOf } from '../detail/field-lines.ts'
import { HeadContact } from '../detail/HeadContact.tsx'
import { OpenProfile } from '../detail/open-profile.ts'
import { ProfileLabels } from '../detail/ProfileLabels.tsx'
import { ProfileName } from '../detail/ProfileName.tsx'
import { RecentActivities } from '../detail/RecentActivities.tsx'
import { ServeActions } from '../detail/ServeActions.tsx'
import { pageOrder } from '../field-groups.ts'
import { ProfileSummary } from '../ProfileSummary.tsx'
import { text } from '../text.ts'
import { useEditable } from '../use-editable.ts'
import type { ListedProfile } from '../values.ts'
import { panelText } from './panel-text.ts'
import styles from './SidePanel.module.css'

/** A customer at a glance: name, what they are to the store, what can be done, what is known, which is edited here, and what they did last. */
export function SidePanelBody({ profile }: { profile: ListedProfile }) {
  const mayUpdate = useMayCall(profiles.update)
  const { locked } = useEditable(mayUpdate)
  // Rows of the list and copies are partial: nothing is edited over them.
  const read = useRead(profiles.get, { params: { id: profile.id } })
  const whole = read.data !== undefined && !isCopy(read)
  // The name is painted at once; what follows is drawn in pieces, and keys and clicks come between.
  const drawn = useDeferredValue(profile.id, 0)
  return (
    <MayEdit value={mayUpdate && whole && !locked}>
      <OpenProfile value={profile}>
        <div key={profile.id}>
          <ProfileName profile={profile} />
          <HeadContact profile={profile} />
          {drawn === profile.id ? <Rest profile={profile} /> : <div className={styles.bones} />}
        </div>
      </OpenProfile>
    </MayEdit>
  )
}

/** Everything below the name. */
function Rest({ profile }: { profile: ListedProfile }) {
  const t = useWords(panelText)
  const w = useWords(text)
  const format = useFormat()
  const groups = new Map(linesOf(profile.fields).groups)
  const lines = pageOrder.flatMap((group) => groups.get(group) ?? [])
  return (
    <>
      <div className={styles.serve}>
        <ProfileSummary profileId={profile.id} />
        <ServeActions profile={profile} />
      </div>
      <section className={styles.group}>
        <h3>{t.labels}</h3>
        <ProfileLabels profile={profile} short />
      </section>
      <section className={styles.group}>
        <h3>{t.fields}</h3>
        <dl>
          {lines.map((line) => (
            <FieldLineRow key={line.fields[0]!.id} line={line} profileId={profile.id} />
          ))}
          <div className={styles.line}>
            <dt>{w.createdAt}</dt>
            <dd>{format.dateTime(profile.createdAt)}</dd>
          </div>
          <div className={styles.line}>
            <dt>{w.updatedAt}</dt>
            <dd>{format.dateTime(profile.updatedAt)}</dd>
          </div>
        </dl>
      </section>
      <section className={styles.group}>
        <h3>{t.activities}</h3>
        <RecentActivities profileId={profile.id} />
      </section>
    </>
  )
}
