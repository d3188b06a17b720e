import { richMenuFriends } from '@ruam/contract/channels/rich-menu-friends.ts'
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type ChosenPerson, PeoplePicker } from '../../broadcasts/PeoplePicker.tsx'
import { type Got, useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useMayCall } from '../../ui/may.ts'
import type { MenuSummary } from './menu.ts'
import { menuText } from './menu-text.ts'
import styles from './RichMenus.module.css'

type Seen = Got<typeof richMenuFriends.person>

interface PersonSeesProps {
  account: number
  /** All menus in their order. */
  menus: readonly MenuSummary[]
  onShow: (menu: number) => void
}

/** Looks a customer up and says which menu they see, and why. */
export function PersonSees({ account, menus, onShow }: PersonSeesProps) {
  const t = useWords(menuText)
  const may = useMayCall(richMenuFriends.person)
  const [person, setPerson] = useState<ChosenPerson>()
  const { data, error } = useRead(
    richMenuFriends.person,
    { params: { id: account, profileId: person?.id ?? 0 } },
    { enabled: may && person !== undefined },
  )
  const seen = person && data
  const menu = seen?.menu?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each customer and menu
  useEffect(() => {
    if (menu !== undefined) onShow(menu)
  }, [menu, person?.id])
  if (!may) return null
  return (
    <>
      <PeoplePicker
        label={t.findPerson}
        value={person ? [person] : []}
        most={1}
        onChange={(people) => setPerson(people.at(-1))}
      />
      <div role="status" className={styles.why}>
        {person && error?.message}
        {seen && <Why seen={seen} menus={menus} />}
      </div>
      {seen && seen.moves.length > 0 && <Moves moves={seen.moves} />}
    </>
  )
}

function Why({ seen, menus }: { seen: Seen; menus: readonly MenuSummary[] }) {
  const t = useWords(menuText)
  const { status, hidden, menu, label, also, shown } = seen
  if (status !== 'friend' || hidden || !menu)
    return (
      <p>
        <IconInfoCircle size={16} stroke={1.6} />
        {status === 'none' ? t.notFriend : status === 'blocked' ? t.blocked : hidden ? t.hidden : t.seesNone}
      </p>
    )
  const name = menu.name ?? t.menuGone
  // As the rows are numbered.
  const placeOf = (id: number) => menus.findIndex((one) => one.id === id && !one.isDefault) + 1
  const places = also.map(({ id }) => placeOf(id)).filter((place) => place > 0)
  return (
    <>
      <p>
        <IconCircleCheck size={16} stroke={1.6} />
        {label ? t.seesFor({ menu: name, segment: label.name ?? t.closedSegment }) : t.seesRest({ menu: name })}
      </p>
      {places.length > 0 && <small>{t.alsoFits({ places: places.join(', '), place: placeOf(menu.id) })}</small>}
      {!shown && <small>{t.soon}</small>}
    </>
  )
}

function Moves({ moves }: { moves: Seen['moves'] }) {
  const t = useWords(menuText)
  const format = useFormat()
  return (
    <details className={styles.moves}>
      <summary>{t.moves({ count: moves.length })}</summary>
      <ul>
        {moves.map(({ at, to, label }) => {
          const menu = to ? (to.name ?? t.menuGone) : t.rest
          return (
            <li key={at}>
              <time dateTime={at}>{format.when(at)}</time>{' '}
              {label ? t.movedFor({ menu, segment: label.name ?? t.closedSegment }) : t.movedTo({ menu })}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
