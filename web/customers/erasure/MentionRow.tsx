import { Button, Group } from '@mantine/core'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { type Got, useRefresh, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { type LinkTarget, RouteLink } from '../../ui/route.tsx'
import styles from './ErasureMentions.module.css'
import { mentionPlaceText, mentionText } from './mention-text.ts'

type Mention = Got<typeof profileErasure.settle>

/** One place: where it is, the way there, and the two answers. */
export function MentionRow({ mention }: { mention: Mention }) {
  const t = useWords(mentionText)
  const places = useWords(mentionPlaceText)
  const format = useFormat()
  const refresh = useRefresh()
  const settle = useWrite(profileErasure.settle)
  const { id, erasedId, place, key, profileId, foundAt, outcome, settledAt } = mention
  const kind = places[place as keyof typeof places] ?? t.other
  const title = typeof kind === 'string' ? `${kind} #${key}` : key
  const where = profileId === null ? title : t.ofCustomer({ place: title, id: profileId })
  const target = targetOf(mention)
  const answer = (said: 'kept' | 'cleaned') => async () => {
    await settle.mutateAsync({ params: { id }, body: { outcome: said } })
    await refresh(profileErasure.mentions)
  }
  return (
    <li>
      <div>
        {target ? <RouteLink {...target}>{where}</RouteLink> : <strong>{where}</strong>}
        <p>
          {t.erased({ id: erasedId })} ·{' '}
          {outcome ? `${t[outcome]} ${format.dateTime(settledAt)}` : format.dateTime(foundAt)}
        </p>
      </div>
      {!outcome && (
        <Group gap="sm" className={styles.answers}>
          <Button loading={settle.isPending} aria-label={t.keepPlace({ place: where })} onClick={answer('kept')}>
            {t.keep}
          </Button>
          <Button loading={settle.isPending} aria-label={t.cleanPlace({ place: where })} onClick={answer('cleaned')}>
            {t.clean}
          </Button>
        </Group>
      )}
    </li>
  )
}

/** The screen on which the place can be seen and changed; undefined when none shows it. */
function targetOf({ place, key, profileId }: Mention): LinkTarget | undefined {
  if (profileId !== null) return { to: 'profile-detail', params: { profileId, pageType: pages[place] } }
  if (place === 'data_source') return { to: 'data-source-v2-list-output', params: { dataSourceId: Number(key) } }
  return screens[place]
}

/** Subpages of a customer except the first. */
const pages: Record<string, string | undefined> = {
  activity: 'activity',
  profile_change: 'history',
  run_record: 'history',
  run_profile: 'history',
}

const screens: Record<string, LinkTarget | undefined> = {
  file: { to: 'data-source-v2-list' },
  profile_view: { to: 'profile-list' },
  label: { to: 'profile-list' },
  profile_field: { to: 'data-source-v2-profile-field' },
  activity_field: { to: 'data-source-v2-activity-field' },
  activity_type: { to: 'data-source-v2-activity-field' },
}
