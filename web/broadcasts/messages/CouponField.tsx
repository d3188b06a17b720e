import { Button } from '@mantine/core'
import { coupons } from '@ruam/contract/broadcasts/coupons.ts'
import { Suspense, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import type { Broadcast, DraftMessage } from '../broadcast.ts'
import composer from '../Composer.module.css'
import styles from './Coupon.module.css'
import { CouponTile } from './CouponTile.tsx'
import { couponText } from './coupon-text.ts'
import { useCoupon } from './use-coupon.ts'

const CouponPicker = lazyPart(() => import('./CouponPicker.tsx'))

type CouponMessage = Extract<DraftMessage, { type: 'coupon' }>

interface CouponFieldProps {
  message: CouponMessage
  channel: Broadcast['channel']
  error: string | undefined
  onChange: (message: CouponMessage) => void
}

/** The coupon of a message, one of those that the account has at LINE. */
export function CouponField({ message, channel, error, onChange }: CouponFieldProps) {
  const t = useWords(couponText)
  const mayRead = useMayCall(coupons.list)
  const [choosing, setChoosing] = useState(false)
  const { data, error: unread } = useCoupon(channel, message.couponCode)
  const wrong = unread?.name === 'not_found' ? t.gone : data && !data.usable ? t.closed : error && t.missing
  return (
    <div className={composer.fields}>
      {message.couponCode && (
        <div className={styles.chosen}>
          <CouponTile channel={channel} couponId={message.couponCode} />
        </div>
      )}
      <div className={composer.pair}>
        <Button disabled={!channel || !mayRead} onClick={() => setChoosing(true)}>
          {message.couponCode ? t.other : t.choose}
        </Button>
        {!channel && <span className={composer.quiet}>{t.accountFirst}</span>}
      </div>
      {wrong && <p className={composer.fault}>{wrong}</p>}
      {choosing && channel && (
        <Suspense>
          <CouponPicker
            channelId={channel.channelId}
            chosen={message.couponCode}
            onChoose={(couponCode) => {
              onChange({ ...message, couponCode })
              setChoosing(false)
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
