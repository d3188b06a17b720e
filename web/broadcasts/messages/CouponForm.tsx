import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { couponLimits, coupons } from '@ruam/contract/broadcasts/coupons.ts'
import { DEFAULT_TIME_ZONE } from '@ruam/contract/platform/constants.ts'
import { type FormEvent, useState } from 'react'
import { DayInput } from '../../customers/rules/DayInput.tsx'
import { useWrite } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import overlays from '../../ui/overlays.module.css'
import { inZone, storeInstantOf } from '../store-time.ts'
import styles from './Coupon.module.css'
import { type RewardKind, rewardKinds, rewardOf } from './coupon-reward.ts'
import { couponText } from './coupon-text.ts'

interface CouponFormProps {
  channelId: number
  onCreated: (couponId: string) => void
  onBack: () => void
}

const DAY_MS = 86_400_000
/** Days that a new coupon is valid for, unless another day is chosen. */
const USUAL_DAYS = 30

/** A new coupon, which LINE keeps. Its days are whole ones of the store. */
export function CouponForm({ channelId, onCreated, onBack }: CouponFormProps) {
  const t = useWords(couponText)
  const timeZone = useStore().timeZone ?? DEFAULT_TIME_ZONE
  const dayIn = (days: number) => inZone(new Date(Date.now() + days * DAY_MS).toISOString(), timeZone).day
  const create = useWrite(coupons.create, { quiet: true })
  const [form, setForm] = useState({ title: '', usageCondition: '', description: '', code: '' })
  const [kind, setKind] = useState<RewardKind>('discount_fixed')
  const [amounts, setAmounts] = useState({ amount: '', original: '' })
  const [days, setDays] = useState({ first: dayIn(0), last: dayIn(USUAL_DAYS) })
  const [once, setOnce] = useState(true)
  const [isPublic, setPublic] = useState(false)
  const reward = rewardOf(kind, amounts)
  const isWhole = form.title.trim() !== '' && reward !== null && days.first <= days.last
  function save(event: FormEvent) {
    event.preventDefault()
    if (!isWhole || !reward) return
    const startsAt = storeInstantOf(days.first, '00:00', timeZone)
    const endsAt = storeInstantOf(days.last, '23:59', timeZone)
    const visibility = isPublic ? ('public' as const) : ('unlisted' as const)
    create.mutate(
      { params: { channelId }, body: { ...form, startsAt, endsAt, reward, visibility, once } },
      { onSuccess: ({ id }) => onCreated(id) },
    )
  }
  const line = (name: keyof typeof form, label: string, most: number) => (
    <TextInput
      label={label}
      maxLength={most}
      value={form[name]}
      onChange={(event) => setForm({ ...form, [name]: event.currentTarget.value })}
    />
  )
  const number = (name: keyof typeof amounts, label: string) => (
    <TextInput
      label={label}
      inputMode="numeric"
      value={amounts[name]}
      onChange={(event) => setAmounts({ ...amounts, [name]: event.currentTarget.value })}
    />
  )
  const day = (name: keyof typeof days, label: string) => (
    <div>
      <span aria-hidden>{label}</span>
      <DayInput label={label} value={days[name]} onChange={(value) => value && setDays({ ...days, [name]: value })} />
    </div>
  )
  return (
    <form className={styles.form} onSubmit={save}>
      {line('title', t.name, couponLimits.title)}
      <NativeSelect
        label={t.gives}
        value={kind}
        data={rewardKinds.map((value) => ({ value, label: t[value] }))}
        onChange={(event) => setKind(event.currentTarget.value as RewardKind)}
      />
      <div className={styles.days}>
        {kind.endsWith('_fixed') && number('amount', t.baht)}
        {kind.endsWith('_percentage') && number('amount', t.percent)}
        {kind === 'discount_explicit' && number('amount', t.price)}
        {kind === 'discount_explicit' && number('original', t.original)}
      </div>
      <div className={styles.days}>
        {day('first', t.firstDay)}
        {day('last', t.lastDay)}
      </div>
      {line('usageCondition', t.condition, couponLimits.usageCondition)}
      {line('description', t.description, couponLimits.description)}
      {line('code', t.code, couponLimits.code)}
      <Switch size="sm" label={t.once} checked={once} onChange={(event) => setOnce(event.currentTarget.checked)} />
      <Switch
        size="sm"
        label={t.visible}
        checked={isPublic}
        onChange={(event) => setPublic(event.currentTarget.checked)}
      />
      <p className={styles.quiet}>{t.atLine}</p>
      <FormNote message={create.error?.message} />
      <div className={overlays.dialogFoot}>
        <Button size="md" onClick={onBack}>
          {t.back}
        </Button>
        <Button size="md" type="submit" variant="filled" disabled={!isWhole} loading={create.isPending}>
          {t.create}
        </Button>
      </div>
    </form>
  )
}
