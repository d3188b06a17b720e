import { IconCheck, IconExternalLink } from '@tabler/icons-react'
import { useId } from 'react'
import { useWords } from '../../data/text.ts'
import { RouteLink } from '../../ui/route.tsx'
import styles from './PairDetail.module.css'
import type { KeptChoice } from './pair-view.ts'
import { type DuplicatePairView, pairNamesOf } from './pair-view.ts'
import { Distinctions } from './TellingApart.tsx'
import { text } from './text.ts'

/** The two profiles, to choose the one that stays. */
export function ProfileChoice({ pair, choice }: { pair: DuplicatePairView; choice: KeptChoice | undefined }) {
  const t = useWords(text)
  const name = useId()
  const names = pairNamesOf(pair, t.noName)
  return (
    <fieldset className={styles.row} data-profiles>
      <legend className="ruam-heard">{t.keepWhich}</legend>
      <span className={styles.title} />
      {([0, 1] as const).map((side) => {
        const { id } = pair.profiles[side]!
        const gone = pair.merge !== null && pair.merge.keptId !== id
        return (
          <div key={id} className={styles.who} data-kept={choice ? choice.keep === side : pair.merge?.keptId === id}>
            <strong className="ruam-two-lines" title={names[side]}>
              {names[side]}
            </strong>
            {names[0] === names[1] && <Distinctions pair={pair} side={side} />}
            {choice ? (
              <label className={styles.keep}>
                <input
                  type="radio"
                  name={name}
                  checked={choice.keep === side}
                  onChange={() => choice.setKeep(side)}
                  aria-label={`${t.keep}: ${names[side]}`}
                />
                <span>{t.keep}</span>
              </label>
            ) : (
              pair.merge?.keptId === id && (
                <span className={styles.keep}>
                  <IconCheck size={16} stroke={1.8} />
                  {t.kept}
                </span>
              )
            )}
            {!gone && (
              <RouteLink
                to="profile-detail"
                params={{ profileId: id }}
                className={styles.link}
                aria-label={t.openProfile({ name: names[side] })}
              >
                {t.open_}
                <IconExternalLink size={14} stroke={1.6} />
              </RouteLink>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
