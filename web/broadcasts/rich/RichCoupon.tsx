import { couponRequest } from '@ruam/contract/broadcasts/coupon-request.ts'
import { useEffect } from 'react'
import { useWords } from '../../data/text.ts'
import type { Broadcast } from '../broadcast.ts'
import { CouponField } from '../messages/CouponField.tsx'
import { useCoupon } from '../messages/use-coupon.ts'
import { richText } from '../rich-text.ts'
import styles from './Rich.module.css'

interface RichCouponProps {
  code: string
  /** Title that a tap sends. */
  title: string
  channel: Broadcast['channel']
  error: string | undefined
  onChoose: (chosen: { couponCode: string; value: string }) => void
}

/** The coupon that customers get by tapping an area. */
export function RichCoupon({ code, title, channel, error, onChoose }: RichCouponProps) {
  const r = useWords(richText)
  const { data } = useCoupon(channel, code)
  // The picker names the coupon by its id alone.
  useEffect(() => {
    if (code && title === '' && data) onChoose({ couponCode: code, value: data.title })
  }, [code, title, data, onChoose])
  return (
    <>
      <CouponField
        message={{ type: 'coupon', couponCode: code }}
        channel={channel}
        error={error}
        onChange={({ couponCode }) => onChoose({ couponCode, value: '' })}
      />
      {title && <p className={styles.quiet}>{r.asks({ text: couponRequest(title) })}</p>}
    </>
  )
}
