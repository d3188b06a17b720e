import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { LaterPart } from '../../../ui/LaterPart.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { type FieldGroupView, groupFields, pageOrder } from '../field-groups.ts'
import { profileText } from '../profile-text.ts'
import { text } from '../text.ts'
import type { ListedProfile } from '../values.ts'
import { detail } from './detail-text.ts'
import { FieldLineRow } from './FieldLineRow.tsx'
import { FurtherNames } from './FurtherNames.tsx'
import { type FieldLine, linesOf } from './field-lines.ts'
import styles from './ProfileDetail.module.css'
import { ProfileLabels } from './ProfileLabels.tsx'
import { RecentActivities } from './RecentActivities.tsx'

const Consents = lazyPart(() => import('./Consents.tsx'))

/** Fields and consents of a customer, with labels, latest activities and creation time. */
export function ProfileOverview({ profile }: { profile: ListedProfile }) {
  const t = useWords(detail)
  return (
    <div className={styles.columns}>
      <div className={styles.fields}>
        <FieldGroups profile={profile} />
        {profile.furtherNames && <FurtherNames names={profile.furtherNames} />}
        <section className={styles.group}>
          <h3>{t.consents}</h3>
          <Suspense fallback={<span className={styles.bone} />}>
            <Consents profileId={profile.id} />
          </Suspense>
        </section>
      </div>
      <ProfileAside profile={profile} />
    </div>
  )
}

/** Fields of a customer in groups; empty ones are folded. */
function FieldGroups({ profile }: { profile: ListedProfile }) {
  const p = useWords(profileText)
  const d = useWords(detail)
  const [all, setAll] = useState(false)
  const { groups, empty } = linesOf(profile.fields)
  const emptyCount = empty.reduce((sum, [, lines]) => sum + lines.length, 0)
  const shown = new Map<FieldGroupView, FieldLine[]>(groups)
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
            <h3>{p[group]}</h3>
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

/** Side column: labels, the latest activities, and when the customer was created. */
function ProfileAside({ profile }: { profile: ListedProfile }) {
  const t = useWords(text)
  const p = useWords(profileText)
  const d = useWords(detail)
  const format = useFormat()
  return (
    <div className={styles.aside}>
      <section className={`${styles.group} ${styles.labels}`}>
        <h3>{p.labelsAndSegments}</h3>
        <ProfileLabels profile={profile} />
      </section>
      <section className={styles.group}>
        <div className={styles.groupHead}>
          <h3>{d.recent}</h3>
          <RouteLink
            to="profile-detail"
            params={{ profileId: profile.id, pageType: 'activity' }}
            className="ruam-thumb"
          >
            {d.seeAll}
            <span className="ruam-heard">{d.ofActivities}</span>
          </RouteLink>
        </div>
        <RecentActivities profileId={profile.id} />
      </section>
      <LaterPart name="profileAside" profileId={profile.id} />
      <section className={styles.group}>
        <h3>{p.record}</h3>
        <dl>
          <div className={styles.line}>
            <dt>{t.createdAt}</dt>
            <dd>{format.dateTime(profile.createdAt)}</dd>
          </div>
          <div className={styles.line}>
            <dt>{t.updatedAt}</dt>
            <dd>{format.dateTime(profile.updatedAt)}</dd>
          </div>
        </dl>
      </section>
    </div>
  )
}
