import { richMenuSizes } from '@ruam/contract/channels/rich-menu.ts'
import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { useState } from 'react'
import { mediaAddress } from '../../broadcasts/broadcast.ts'
import { CouponTile } from '../../broadcasts/messages/CouponTile.tsx'
import preview from '../../broadcasts/Preview.module.css'
import { Bubble } from '../../broadcasts/preview/Bubble.tsx'
import rich from '../../broadcasts/rich/Rich.module.css'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { areaText } from '../../ui/areas/area-text.ts'
import { useMayCall } from '../../ui/may.ts'
import type { AccountRow } from '../accounts/account-row.ts'
import { MenuPhone } from './MenuPhone.tsx'
import type { Menu, MenuAction, MenuArea, MenuDraft } from './menu.ts'
import { menuEditText } from './menu-edit-text.ts'
import { type MenuThings, useMenuThings } from './use-menu-things.ts'

interface MenuTryProps {
  menu: Menu
  draft: MenuDraft
  account: AccountRow | undefined
}

/** The menu on a phone, whose areas can be tapped to see what they do. */
export function MenuTry({ menu, draft, account }: MenuTryProps) {
  const e = useWords(menuEditText)
  const a = useWords(areaText)
  const things = useMenuThings(menu)
  const mayRead = useMayCall(richMenus.get)
  const [tapped, setTapped] = useState<MenuArea>()
  // Another menu that a tap has switched to.
  const [other, setOther] = useState<number>()
  const read = useRead(richMenus.get, { params: { id: other ?? 0 } }, { enabled: other !== undefined && mayRead })
  const shown = other === undefined ? draft : (read.data ?? draft)
  const name = account?.name ?? 'LINE'
  function tap(index: number) {
    const area = shown.areas[index]
    if (!area) return
    setTapped(area)
    if (area.action?.type !== 'menu' || area.action.richMenuId === null) return
    setOther(area.action.richMenuId === menu.id ? undefined : area.action.richMenuId)
  }
  return (
    <section className={rich.aside} aria-labelledby="menu-seen">
      <header>
        <h2 id="menu-seen">{e.seen}</h2>
        <span>{a.tryIt}</span>
      </header>
      <div>
        <MenuPhone
          key={`${shown.opens}`}
          account={name}
          picture={richMenuSizes[shown.size]}
          src={shown.picture ? mediaAddress(shown.picture.name) : undefined}
          areas={shown.areas}
          barText={shown.chatBarText}
          opens={shown.opens}
          onTap={tap}
        >
          {tapped && <Chat area={tapped} account={account} things={things} />}
        </MenuPhone>
      </div>
      <p className={rich.tried} role="status">
        {tapped && saidOf(e, tapped, things)}
      </p>
    </section>
  )
}

interface ChatProps {
  area: MenuArea
  account: AccountRow | undefined
  things: MenuThings
}

/** Messages that a tap adds to the chat. */
function Chat({ area: { action, label }, account, things }: ChatProps) {
  const channel = account ? { type: account.type, channelId: account.id, name: account.name } : null
  if (action?.type === 'message' && action.text) return <p className={rich.own}>{action.text}</p>
  const isReply = (action?.type === 'answer' && action.answerId !== null) || (action?.type === 'coupon' && action.code)
  if (!isReply || !action) return null
  const name = account?.name ?? 'LINE'
  return (
    <>
      <p className={rich.own}>{label || '…'}</p>
      <div className={preview.row}>
        <span className={preview.face} aria-hidden="true">
          {name.slice(0, 2)}
        </span>
        <div className={rich.wide}>
          <span className={preview.from}>{name}</span>
          <Reply action={action} channel={channel} things={things} />
        </div>
      </div>
    </>
  )
}

interface ReplyProps {
  action: MenuAction
  channel: Parameters<typeof CouponTile>[0]['channel']
  things: MenuThings
}

function Reply({ action, channel, things }: ReplyProps) {
  if (action.type === 'coupon') return <CouponTile channel={channel} couponId={action.code} />
  const messages = (action.type === 'answer' && things.answerOf(action.answerId)?.messages) || []
  return messages.map((message, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other key than their place
    <Bubble key={place} message={message} channel={channel} values={undefined} />
  ))
}

function saidOf(e: ReturnType<(typeof menuEditText)['in']>, { letter, action }: MenuArea, things: MenuThings): string {
  if (!action || !things.said(action)) return e.nothingYet({ letter })
  if (action.type === 'link') return e.triedLink({ letter, what: action.url })
  if (action.type === 'my_data') return e.triedLink({ letter, what: e.myDataPage })
  if (action.type === 'phone') return e.triedPhone({ letter, what: action.number })
  if (action.type === 'message') return e.triedMessage({ letter })
  if (action.type === 'menu') return e.triedMenu({ letter, what: things.menuOf(action.richMenuId)?.name ?? '' })
  return e.triedReply({ letter })
}
