import { richMenuSizes } from '@ruam/contract/channels/rich-menu.ts'
import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { mediaAddress } from '../../broadcasts/broadcast.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { useMayCall } from '../../ui/may.ts'
import type { AccountRow } from '../accounts/account-row.ts'
import { MenuPhone } from './MenuPhone.tsx'
import type { MenuSummary } from './menu.ts'
import { menuText } from './menu-text.ts'
import { PersonSees } from './PersonSees.tsx'
import styles from './RichMenus.module.css'

interface SeesWhichProps {
  account: AccountRow
  menus: readonly MenuSummary[]
  /** The menu that the phone shows. */
  menu: MenuSummary
  onShow: (id: number) => void
}

/** The menu that a person sees, and why, with the menu on a phone. */
export function SeesWhich({ account, menus, menu, onShow }: SeesWhichProps) {
  const t = useWords(menuText)
  const may = useMayCall(richMenus.get)
  const { data } = useRead(richMenus.get, { params: { id: menu.id } }, { enabled: may })
  return (
    <aside className={styles.sees} aria-labelledby="who-sees">
      <h2 id="who-sees">{t.whoSees}</h2>
      <PersonSees key={account.id} account={account.id} menus={menus} onShow={onShow} />
      {data ? (
        <MenuPhone
          key={menu.id}
          account={account.name}
          picture={richMenuSizes[data.size]}
          src={data.picture ? mediaAddress(data.picture.name) : undefined}
          areas={data.areas}
          barText={data.chatBarText}
          opens
        />
      ) : (
        <Bones />
      )}
    </aside>
  )
}
