import { Button, Radio } from '@mantine/core'
import { coupons } from '@ruam/contract/broadcasts/coupons.ts'
import { IconPlus, IconTicket, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type Got, useRead, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { askConfirmation } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useMayCall } from '../../ui/may.ts'
import overlays from '../../ui/overlays.module.css'
import { Unread } from '../../ui/Unread.tsx'
import styles from './Coupon.module.css'
import { CouponForm } from './CouponForm.tsx'
import { couponText } from './coupon-text.ts'

interface CouponPickerProps {
  channelId: number
  chosen: string
  onChoose: (couponId: string) => void
  onClose: () => void
}

type Listed = Got<typeof coupons.list>['results'][number]

/** The running coupons of an account: one is chosen, closed, or created. */
export default function CouponPicker({ channelId, chosen: before, onChoose, onClose }: CouponPickerProps) {
  const t = useWords(couponText)
  const read = useRead(coupons.list, { params: { channelId } }, { staleTime: 0 })
  const close = useWrite(coupons.close)
  const mayCreate = useMayCall(coupons.create)
  const mayClose = useMayCall(coupons.close)
  const [chosen, setChosen] = useState(before)
  const [creating, setCreating] = useState(false)
  async function ask({ id, title }: Listed) {
    const sure = await askConfirmation({ title: t.closeTitle({ name: title }), text: t.closeText, mode: 'cancel' })
    if (sure) close.mutate({ params: { channelId, couponId: id } })
  }
  if (creating)
    return (
      <Dialog opened onClose={onClose} title={t.create} size={520} transitionProps={{ duration: 0 }}>
        <CouponForm channelId={channelId} onCreated={onChoose} onBack={() => setCreating(false)} />
      </Dialog>
    )
  const listed = read.data?.results
  return (
    <Dialog opened onClose={onClose} title={t.title} size={520} transitionProps={{ duration: 0 }}>
      <div className={styles.picker}>
        {read.error && !listed && <Unread read={read} />}
        {!listed && !read.error && <Bones />}
        {listed?.length === 0 && <EmptyState icon={IconTicket} title={t.none} text={t.noneText} />}
        {listed && listed.length > 0 && (
          <fieldset className={styles.list} aria-label={t.running}>
            {listed.map((coupon) => (
              <div key={coupon.id}>
                <Radio
                  name="coupon"
                  label={coupon.title}
                  checked={chosen === coupon.id}
                  onChange={() => setChosen(coupon.id)}
                />
                {mayClose && (
                  <Button
                    variant="subtle"
                    aria-label={t.close({ name: coupon.title })}
                    loading={close.isPending && close.variables?.params.couponId === coupon.id}
                    onClick={() => void ask(coupon)}
                  >
                    <IconTrash size={16} stroke={1.6} />
                  </Button>
                )}
              </div>
            ))}
          </fieldset>
        )}
        <div className={overlays.dialogFoot}>
          {mayCreate && (
            <Button size="md" leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setCreating(true)}>
              {t.create}
            </Button>
          )}
          <Button
            size="md"
            variant="filled"
            disabled={!listed?.some(({ id }) => id === chosen)}
            onClick={() => onChoose(chosen)}
          >
            {t.use}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
