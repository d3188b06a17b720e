import { NativeSelect, TextInput } from '@mantine/core'
import { richMenuLimits } from '@ruam/contract/channels/rich-menu.ts'
import { useEffect } from 'react'
import { CouponField } from '../../broadcasts/messages/CouponField.tsx'
import { useCoupon } from '../../broadcasts/messages/use-coupon.ts'
import rich from '../../broadcasts/rich/Rich.module.css'
import { useWords } from '../../data/text.ts'
import type { AccountRow } from '../accounts/account-row.ts'
import type { ActionOf, MenuAction } from './menu.ts'
import { menuEditText } from './menu-edit-text.ts'
import type { MenuThings } from './use-menu-things.ts'

interface ActionFieldProps<A extends MenuAction = MenuAction> {
  action: A
  letter: string
  /** Path of the action. */
  at: string
  account: AccountRow | undefined
  things: MenuThings
  fault: (field: string) => string | undefined
  /** `name`: names an area that has no name yet. */
  onChange: (action: MenuAction, name?: string) => void
}

/** Field of the link, text, answer, coupon, number or menu of an action. */
export function ActionField(props: ActionFieldProps) {
  const e = useWords(menuEditText)
  const { action, letter, at, things, fault, onChange } = props
  switch (action.type) {
    case 'link':
      return (
        <TextInput
          aria-label={e.linkOf({ letter })}
          name={`${at}.url`}
          placeholder="https://"
          inputMode="url"
          maxLength={richMenuLimits.uri}
          value={action.url}
          error={fault('url')}
          onChange={(event) => onChange({ ...action, url: event.currentTarget.value })}
        />
      )
    case 'message':
      return (
        <>
          <TextInput
            aria-label={e.messageOf({ letter })}
            name={`${at}.text`}
            maxLength={richMenuLimits.message}
            value={action.text}
            error={fault('text')}
            onChange={(event) => onChange({ ...action, text: event.currentTarget.value })}
          />
          <p className={rich.quiet}>{e.messageHint}</p>
        </>
      )
    case 'phone':
      return (
        <TextInput
          aria-label={e.phoneOf({ letter })}
          name={`${at}.number`}
          inputMode="tel"
          placeholder="053-111-222"
          maxLength={30}
          value={action.number}
          error={fault('number')}
          onChange={(event) => onChange({ ...action, number: event.currentTarget.value })}
        />
      )
    case 'answer':
      return (
        <>
          <NativeSelect
            aria-label={e.answerOf({ letter })}
            name={`${at}.answer_id`}
            value={action.answerId ?? ''}
            error={fault('answer_id')}
            data={[
              { value: '', label: e.chooseAnswer },
              ...(things.answers ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => {
              const answerId = value === '' ? null : Number(value)
              onChange({ ...action, answerId }, things.answerOf(answerId)?.name)
            }}
          />
          <p className={rich.quiet}>{things.answers?.length === 0 ? e.noAnswers : e.answerHint}</p>
        </>
      )
    case 'menu':
      return (
        <>
          <NativeSelect
            aria-label={e.menuOf({ letter })}
            name={`${at}.rich_menu_id`}
            value={action.richMenuId ?? ''}
            error={fault('rich_menu_id')}
            data={[
              { value: '', label: e.chooseMenu },
              ...(things.others ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => {
              const richMenuId = value === '' ? null : Number(value)
              onChange({ ...action, richMenuId }, things.menuOf(richMenuId)?.name)
            }}
          />
          {things.others?.length === 0 && <p className={rich.quiet}>{e.noMenus}</p>}
        </>
      )
    case 'my_data':
      return <p className={rich.quiet}>{fault('') ?? e.myDataHint}</p>
    case 'coupon':
      return <CouponOf {...props} action={action} />
  }
}

/** The coupon of an action. The picker names it by its id alone, so its title is read. */
function CouponOf({ action, at, account, fault, onChange }: ActionFieldProps<ActionOf<'coupon'>>) {
  const e = useWords(menuEditText)
  const channel = account ? { type: account.type, channelId: account.id, name: account.name } : null
  const { data } = useCoupon(channel, action.code)
  useEffect(() => {
    if (action.code && action.title === '' && data) onChange({ ...action, title: data.title }, data.title)
  }, [action, data, onChange])
  return (
    <div data-path={`${at}.code`} tabIndex={-1}>
      <CouponField
        message={{ type: 'coupon', couponCode: action.code }}
        channel={channel}
        error={fault('code')}
        onChange={({ couponCode }) => onChange({ ...action, code: couponCode, title: '' })}
      />
      <p className={rich.quiet}>{e.couponHint}</p>
    </div>
  )
}
