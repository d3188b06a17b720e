import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import type { Broadcast } from '../broadcast.ts'
import { text } from '../text.ts'
import styles from './Coupon.module.css'
import { couponText } from './coupon-text.ts'
import { useCoupon } from './use-coupon.ts'

interface CouponTileProps {
  channel: Broadcast['channel']
  couponId: string
}

/** A coupon as the chat shows it: its title and its last day. */
export function CouponTile({ channel, couponId }: CouponTileProps) {
  const t = useWords(text)
  const c = useWords(couponText)
  const format = useFormat()
  const { data, error } = useCoupon(channel, couponId)
  return (
    <div className={styles.tile}>
      <strong>{data?.title || t.typeCoupon}</strong>
      <div>
        {data && <span>{c.until({ day: format.date(data.endsAt) })}</span>}
        {!data && couponId && <span>{error ? c.gone : couponId}</span>}
        {data && !data.usable && <em>{c.closed}</em>}
        <span className={styles.use}>{c.usesIt}</span>
      </div>
    </div>
  )
}
