import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { IconCake, IconCopy, IconPencil, IconUser } from '@tabler/icons-react'
import { formatPhone } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { MenuAction } from '../../ui/MenuAction.tsx'
import { useMayCall, useMayOpen } from '../../ui/may.ts'
import { useGo } from '../../ui/route.tsx'
import { useCopy } from '../profiles/detail/use-copy.ts'
import { type Card, useCounterHome } from './kept.ts'
import { text } from './text.ts'

interface CardMenuProps {
  card: Card
  offline: boolean
  onWished: () => void
}

/** Rare acts on the customer of a card. */
export function CardMenu({ card, offline, onWished }: CardMenuProps) {
  const t = useWords(text)
  const go = useGo()
  const copy = useCopy()
  const mayTick = useMayCall(profileActivities.markNote)
  const mayEdit = useMayOpen('profile-edit')
  const { home } = useCounterHome()
  const isBirthday = home.data?.birthdays.data.some(({ id }) => id === card.id)
  const params = { profileId: card.id }
  return (
    <ActionMenu label={t.more}>
      {(close) => (
        <ul>
          {mayTick && isBirthday && <MenuAction icon={IconCake} label={t.wished} close={close} onAct={onWished} />}
          {card.phone && (
            <MenuAction icon={IconCopy} label={t.copyPhone} close={close} onAct={() => copy(formatPhone(card.phone))} />
          )}
          <MenuAction
            icon={IconUser}
            label={t.openProfile}
            close={close}
            disabled={offline}
            onAct={() => go({ to: 'profile-detail', params })}
          />
          {mayEdit && (
            <MenuAction
              icon={IconPencil}
              label={t.edit}
              close={close}
              disabled={offline}
              onAct={() => go({ to: 'profile-edit', params })}
            />
          )}
        </ul>
      )}
    </ActionMenu>
  )
}
