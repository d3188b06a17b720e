import { Button } from '@mantine/core'
import { SECOND_FACTOR_NOTICE_DAYS, secondFactor } from '@ruam/contract/access/passkeys.ts'
import { hasRole, OWNER } from '@ruam/contract/platform/permissions.ts'
import { useRead, useWrite } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords, words } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import styles from './Settings.module.css'

const text = words({
  title: ['พาสคีย์ของทีม', 'Passkeys of the team'],
  about: [
    'เมื่อบังคับแล้ว เจ้าของร้านและบทบาทที่ส่งออกข้อมูลหรือส่งข้อความได้ต้องเข้าสู่ระบบด้วยพาสคีย์',
    'Once required, owners and roles that export data or send messages need a passkey to log in.',
  ],
  off: ['ไม่บังคับ', 'Not required'],
  from: ['บังคับตั้งแต่ {when}', 'Required from {when}'],
  lacking: ['ยังไม่มีพาสคีย์ {count} จาก {all} คน', 'Without a passkey: {count} of {all} members'],
  provider: [
    'คนที่เข้าสู่ระบบด้วยบัญชีองค์กรยืนยันขั้นที่สองที่องค์กร จึงไม่ต้องมีพาสคีย์ที่นี่',
    'People who log in with the organisation use its second step, and need no passkey here.',
  ],
  require: ['บังคับใช้พาสคีย์', 'Require passkeys'],
  stop: ['เลิกบังคับ', 'Stop requiring'],
  requireTitle: ['ต้องการบังคับใช้พาสคีย์ใช่ไหม', 'Require passkeys?'],
  requireText: [
    'มีผลใน {days} วัน ระบบแจ้งคนที่ยังไม่มีพาสคีย์ตอนนี้ หลังจากนั้นจะให้เพิ่มตอนเข้าสู่ระบบ',
    'This takes effect in {days} days. Members without a passkey are told now, and add one when they log in after that.',
  ],
  problem_http: [
    'บังคับใช้ไม่ได้ เพราะ Ruam เปิดจาก URL ที่ไม่เข้ารหัส กรุณาขอให้ผู้ดูแลระบบเปลี่ยนเป็น URL ที่ขึ้นต้นด้วย https',
    'This cannot be turned on, because the URL of Ruam is not encrypted. Ask the administrator for one with https.',
  ],
  problem_no_name: [
    'บังคับใช้ไม่ได้ เพราะ URL ของ Ruam เป็นตัวเลข ไม่ใช่ชื่อเว็บ กรุณาขอให้ผู้ดูแลระบบตั้งชื่อเว็บ',
    'This cannot be turned on, because the URL of Ruam has a number instead of a name. Ask the administrator for a name.',
  ],
  problem_no_address: [
    'บังคับใช้ไม่ได้ เพราะยังไม่ได้ตั้ง URL ของ Ruam กรุณาขอให้ผู้ดูแลระบบตั้ง PUBLIC_URL',
    'This cannot be turned on, because the URL of Ruam is not set. Ask the administrator to set PUBLIC_URL.',
  ],
})

/** Shows if the store requires passkeys, which its owners decide. */
export function SecondFactor() {
  const t = useWords(text)
  const { dateTime } = useFormat()
  const { rights } = useStore()
  const confirm = useConfirm()
  const read = useRead(secondFactor.get, {})
  const set = useWrite(secondFactor.set)
  const state = read.data
  if (!state) return null
  const turn = async () => {
    const question = t.requireText({ days: SECOND_FACTOR_NOTICE_DAYS })
    if (state.from === null && !(await confirm({ title: t.requireTitle, text: question, yes: t.require }))) return
    set.mutate({ body: { required: state.from === null } })
  }
  return (
    <section className={styles.part} aria-label={t.title}>
      <div>
        <h2>{t.title}</h2>
        <p>{t.about}</p>
      </div>
      <div>
        <p className={styles.note}>
          <strong>{state.from ? t.from({ when: dateTime(state.from) }) : t.off}</strong>
        </p>
        {state.lacking > 0 && <p className={styles.note}>{t.lacking({ count: state.lacking, all: state.members })}</p>}
        {state.provider && <p className={styles.note}>{t.provider}</p>}
        <FormNote kind="info" message={state.problem ? t[`problem_${state.problem}`] : undefined} />
        {hasRole(rights, OWNER) && (state.from !== null || !state.problem) && (
          <Button loading={set.isPending} onClick={() => void turn()}>
            {state.from ? t.stop : t.require}
          </Button>
        )}
      </div>
    </section>
  )
}
