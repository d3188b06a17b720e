import { Button, CloseButton, Drawer, Modal, TextInput } from '@mantine/core'
import { IconBackspace, IconReceipt } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { addKey, amountParts } from './amount.ts'
import styles from './Sale.module.css'
import { text } from './text.ts'

/** Baht from which on a sale is asked about again. */
const MUCH = 1_000_000
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', '<'] as const

interface SaleSheetProps {
  name: string
  onSave: (sale: { amount: number; bill?: string }) => void
  onClose: () => void
}

/** The amount of a sale, with a bill number if wanted. Digits can be typed as well as pressed. */
export default function SaleSheet({ name, onSave, onClose }: SaleSheetProps) {
  const t = useWords(text)
  const c = useWords(common)
  const confirm = useConfirm()
  const phone = usePhone()
  const [typed, setTyped] = useState('')
  const [bill, setBill] = useState('')
  const amount = Number(typed || '0')
  const said = formatPrice(amount)
  const { whole, rest } = amountParts(typed)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (typed === '') return
    if (amount === 0 || amount > MUCH) {
      const title = amount === 0 ? t.zeroTitle : t.muchTitle({ amount: said })
      if (!(await confirm({ title, text: t.checkAmount, yes: t.save({ amount: said }) }))) return
    }
    onSave({ amount, ...(bill.trim() && { bill: bill.trim() }) })
  }
  const Title = phone ? Drawer.Title : Modal.Title
  const content = (
    <form
      className={styles.sale}
      onSubmit={save}
      onKeyDown={({ key, target }) => {
        if (target instanceof HTMLInputElement) return
        if (/^[\d.]$/.test(key)) setTyped(addKey(typed, key))
        if (key === 'Backspace') setTyped(addKey(typed, '<'))
      }}
    >
      <div className={styles.head}>
        <Title className={styles.title}>{t.sellTo({ name })}</Title>
        <CloseButton size={44} aria-label={c.close} onClick={onClose} />
      </div>
      <output className={styles.amount} aria-label={t.amount}>
        <strong>{whole}</strong>
        <span>{rest}</span> <small>{t.baht}</small>
      </output>
      <TextInput
        size="md"
        value={bill}
        maxLength={100}
        aria-label={t.bill}
        placeholder={t.bill}
        leftSection={<IconReceipt size={18} stroke={1.6} />}
        onChange={(event) => setBill(event.currentTarget.value)}
      />
      <div className={styles.pad}>
        {KEYS.map((key) => (
          <button
            key={key}
            type="button"
            aria-label={key === '<' ? t.erase : undefined}
            data-autofocus={key === '1' || undefined}
            onClick={() => setTyped(addKey(typed, key))}
          >
            {key === '<' ? <IconBackspace size={24} stroke={1.6} /> : key}
          </button>
        ))}
      </div>
      <Button type="submit" size="xl" variant="filled" fullWidth disabled={typed === ''}>
        {t.save({ amount: said })}
      </Button>
    </form>
  )
  const sheet = { opened: true, onClose, withCloseButton: false, transitionProps: { duration: 0 } }
  if (!phone)
    return (
      <Modal {...sheet} size={420}>
        {content}
      </Modal>
    )
  return (
    <Drawer {...sheet} position="bottom" size="auto" radius="lg" classNames={{ content: styles.sheet! }}>
      {content}
    </Drawer>
  )
}
