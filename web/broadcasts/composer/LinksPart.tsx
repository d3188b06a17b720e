import { Switch } from '@mantine/core'
import { arms } from '@ruam/contract/broadcasts/ab-test.ts'
import { linksIn } from '@ruam/contract/broadcasts/links-in.ts'
import { broadcastSettings } from '@ruam/contract/broadcasts/settings.ts'
import { isToAll } from '@ruam/contract/broadcasts/to-all.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import { draftOfArm } from '../ab-test/arms.ts'
import { abText } from '../ab-text.ts'
import { written } from '../faults.ts'
import styles from '../messages/Words.module.css'
import { text } from '../text.ts'
import type { Draft } from '../use-draft.ts'

interface LinksPartProps {
  draft: Draft
  onChange: (parts: Partial<Draft>) => void
}

/** Links of the messages with their targets and how clicks are counted. */
export function LinksPart({ draft, onChange }: LinksPartProps) {
  const t = useWords(text)
  const mayRead = useMayCall(broadcastSettings.get)
  const settings = useRead(broadcastSettings.get, {}, { enabled: mayRead }).data
  const { linkTracking, purposeId } = draft
  const ab = useWords(abText)
  const texts = draft.abTest ? arms : (['a'] as const)
  const links = texts.flatMap((arm) =>
    linksIn({ messages: draftOfArm(draft, arm).messages.map(written), quick_replies: draft.quickReplies }).map(
      (link) => ({ arm, ...link }),
    ),
  )
  const byCustomer =
    !isToAll(draft.target) && purposeId !== null && settings?.clickPurposeIds.includes(purposeId) === true
  return (
    <>
      <Switch
        size="sm"
        label={t.countClicks}
        description={t.countClicksText}
        checked={linkTracking !== 'off'}
        onChange={(event) => onChange({ linkTracking: event.currentTarget.checked ? 'clicks' : 'off' })}
      />
      {(byCustomer || linkTracking === 'people') && (
        <Switch
          size="sm"
          label={t.clicksOfEach}
          description={byCustomer ? t.clicksOfEachText : t.clicksOfEachClosed}
          checked={linkTracking === 'people'}
          onChange={(event) => onChange({ linkTracking: event.currentTarget.checked ? 'people' : 'clicks' })}
        />
      )}
      {links.length === 0 ? (
        <p className={styles.note}>{t.noLinks}</p>
      ) : (
        <ul className={styles.links} aria-label={t.linksOf}>
          {links.map(({ arm, message, target }) => (
            <li key={`${arm} ${message} ${target}`}>
              {target}
              <span>{[draft.abTest && ab[arm], t.inMessage({ place: message + 1 })].filter(Boolean).join(' · ')}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
