import { couponRequest } from '@ruam/contract/broadcasts/coupon-request.ts'
import { useState } from 'react'
import { useWords } from '../../data/text.ts'
import { areaText } from '../../ui/areas/area-text.ts'
import { letterOf } from '../../ui/areas/areas.ts'
import type { Broadcast } from '../broadcast.ts'
import { CouponTile } from '../messages/CouponTile.tsx'
import type { Rich } from '../messages/rich-message.ts'
import preview from '../Preview.module.css'
import { richText } from '../rich-text.ts'
import styles from './Rich.module.css'
import { RichBubble } from './RichBubble.tsx'

/** The message on a phone, whose areas can be tapped to see what they do. */
export function RichPhone({ message, channel }: { message: Rich; channel: Broadcast['channel'] }) {
  const name = channel?.name ?? 'LINE'
  const r = useWords(richText)
  const a = useWords(areaText)
  const [tapped, setTapped] = useState<number>()
  const area = tapped === undefined ? undefined : message.areas[tapped]
  return (
    <section className={styles.aside} aria-labelledby="rich-seen">
      <header>
        <h3 id="rich-seen">{r.seen}</h3>
        <span>{a.tryIt}</span>
      </header>
      <div className={preview.phone} data-theme="light">
        <p className={preview.top}>{name}</p>
        <div className={preview.row}>
          <span className={preview.face} aria-hidden="true">
            {name.slice(0, 2)}
          </span>
          <div className={styles.wide}>
            <span className={preview.from}>{name}</span>
            <RichBubble message={message} onTap={setTapped} />
          </div>
        </div>
        {area?.type === 'message' && area.value && <p className={styles.own}>{area.value}</p>}
        {area?.type === 'coupon' && area.couponCode && (
          <>
            <p className={styles.own}>{couponRequest(area.value)}</p>
            <div className={preview.row}>
              <span className={preview.face} aria-hidden="true">
                {name.slice(0, 2)}
              </span>
              <div className={styles.wide}>
                <CouponTile channel={channel} couponId={area.couponCode} />
              </div>
            </div>
          </>
        )}
      </div>
      <p className={styles.tried} role="status">
        {tapped !== undefined && area && said(r, area, letterOf(tapped))}
      </p>
    </section>
  )
}

function said(
  r: ReturnType<(typeof richText)['in']>,
  { type, value, couponCode }: Rich['areas'][number],
  letter: string,
): string {
  if (type === 'uri' && value) return r.opens({ letter, link: value })
  if (type === 'message' && value) return r.sent({ letter })
  if (type === 'coupon' && couponCode) return r.gives({ letter })
  return r.nothing({ letter })
}
