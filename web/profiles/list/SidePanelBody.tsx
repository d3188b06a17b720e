import { profileActivities } from '@ruam/contract/profile-activities.ts'
import { useRead } from '../../core/api.ts'
import { useWords } from '../../core/text.ts'
import { useFormat } from '../../core/use-format.ts'
import { useActivityFacts } from '../detail/activity-facts.ts'
import { ProfileLabels } from '../detail/ProfileLabels.tsx'
import { ServeActions } from '../detail/ServeActions.tsx'
import { useAgeText, useFieldText } from '../field-text.ts'
import { ProfileSummary } from '../ProfileSummary.tsx'
import { text } from '../text.ts'
import { useCalled } from '../use-called.ts'
import { type ProfileField, type ProfileRow, textOf } from '../values.ts'
import { panelText } from './panel-text.ts'
import styles from './SidePanel.module.css'

/** Shown at the top already. */
const atTop = new Set(['firstName', 'lastName', 'phone', 'email'])
const MOST_ACTIVITIES = 5

/** A customer at a glance: name, how to reach them, labels, what is known, and what they did last. */
export function SidePanelBody({ profile }: { profile: ProfileRow }) {
  const t = useWords(panelText)
  const w = useWords(text)
  const format = useFormat()
  const called = useCalled()
  const phone = textOf(profile, 'phone')
  const email = textOf(profile, 'email')
  const held = profile.fields.filter(({ name, value }) => value !== null && value !== '' && !atTop.has(name))
  return (
    <>
      <h2 className={styles.name}>{called(profile)}</h2>
      <p className={styles.reach}>
        {phone && <a href={`tel:${phone}`}>{format.formatPhone(phone)}</a>}
        {email && <a href={`mailto:${email}`}>{email}</a>}
      </p>
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
          {held.map((field) => (
            <Line key={field.id} field={field} />
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
      <Activities profileId={profile.id} />
    </>
  )
}

function Line({ field }: { field: ProfileField }) {
  const age = useAgeText()(field)
  const said = useFieldText()(field)
  return (
    <div className={styles.line}>
      <dt>{field.displayName}</dt>
      <dd>
        {said} {age && <span className={styles.said}>{age}</span>}
      </dd>
    </div>
  )
}

function Activities({ profileId }: { profileId: number }) {
  const t = useWords(panelText)
  const format = useFormat()
  const facts = useActivityFacts()
  const { data, error } = useRead(profileActivities.list, {
    params: { id: profileId, activityId: 0 },
    query: { offset: 0, limit: MOST_ACTIVITIES, sortBy: 'activity_at', sortDir: 'desc' },
  })
  return (
    <section className={styles.group}>
      <h3>{t.activities}</h3>
      {error && !data && <p className={styles.none}>{error.message}</p>}
      {data?.data.length === 0 && <p className={styles.none}>{t.noActivities}</p>}
      <ul className={styles.activity}>
        {data?.data.map((activity) => {
          const { amount, others, say } = facts(activity)
          const values = others.map(say).filter(Boolean).join(' · ')
          return (
            <li key={activity.id}>
              <div>
                <strong>{activity.type.name}</strong>
                {values && <div className={styles.said}>{values}</div>}
              </div>
              {amount && <span className={styles.amount}>{amount}</span>}
              <time dateTime={activity.activityAt}>{format.when(activity.activityAt)}</time>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
