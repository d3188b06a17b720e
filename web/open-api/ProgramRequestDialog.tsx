import { Button, Group, Stack } from '@mantine/core'
import { programs } from '@ruam/contract/open-api/programs.ts'
import { IconCopy, IconLock, IconPlayerPlay } from '@tabler/icons-react'
import { useRef } from 'react'
import { useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { common } from '../data/words.ts'
import { Bones } from '../ui/Bones.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import { useMayCall } from '../ui/may.ts'
import { CopyLine } from './CopyLine.tsx'
import { ItemResults } from './ItemResults.tsx'
import { itemText } from './item-text.ts'
import styles from './OpenApi.module.css'
import { programText } from './program-text.ts'
import type { ProgramRequest } from './program-view.ts'
import { RequestOutcome } from './RequestOutcome.tsx'
import { useCallName } from './use-call-name.ts'
import { useCopy } from './use-copy.ts'

interface ProgramRequestDialogProps {
  program: number
  request: ProgramRequest
  onClose: () => void
}

/** One request: its answer, its masked data, and what it would do now. */
export function ProgramRequestDialog({ program, request, onClose }: ProgramRequestDialogProps) {
  const t = useWords(programText)
  const i = useWords(itemText)
  const c = useWords(common)
  const format = useFormat()
  const { nameOf } = useCallName()
  const copy = useCopy()
  const shown = useRef<HTMLPreElement>(null)
  const params = { id: program, request: request.id }
  const read = useRead(programs.request, { params })
  const maySee = useMayCall(programs.body)
  const mayResend = useMayCall(programs.resend)
  const body = useWrite(programs.body, { quiet: true })
  const resend = useWrite(programs.resend, { quiet: true })
  const sent = body.data?.body ?? read.data?.body
  const isSending = (request.items ?? 0) > 0 && request.call.startsWith('POST') && !request.call.endsWith('/find')
  return (
    <Dialog opened onClose={onClose} title={nameOf(request.call)} side>
      <Stack gap="md" mt="sm">
        <div>
          <RequestOutcome request={request} /> {format.dateTime(request.at)} · {t.duration({ ms: request.durationMs })}
          <CopyLine content={request.requestId} label={t.copyRequestId} />
          <div className={styles.quiet}>{t.from({ address: request.address, status: String(request.status) })}</div>
        </div>
        {read.error && <FormNote message={read.error.message} />}
        {!read.data && !read.error && <Bones />}
        {read.data && (
          <section aria-label={t.sent}>
            <div className={styles.sentHead}>
              <strong>{t.sent}</strong>
              {sent && !body.data && (
                <span className={styles.quiet}>
                  <IconLock size={14} stroke={1.6} /> {t.masked}
                </span>
              )}
              {sent && !body.data && maySee && (
                <Button
                  variant="subtle"
                  title={t.showTrace}
                  loading={body.isPending}
                  onClick={() => body.mutate({ params })}
                >
                  {t.showBody}
                </Button>
              )}
            </div>
            {body.error && <FormNote message={body.error.message} />}
            {sent ? (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
              <pre ref={shown} className={`${styles.secret} ${styles.code} ${styles.body}`} tabIndex={0}>
                {sent}
              </pre>
            ) : (
              <p className={styles.quiet}>{t.noBody}</p>
            )}
          </section>
        )}
        {read.data?.results && read.data.results.length > 0 && (
          <section aria-label={i.results}>
            <strong>{i.results}</strong>
            <ItemResults results={read.data.results} />
          </section>
        )}
        {resend.error && <FormNote message={resend.error.message} />}
        {resend.data && (
          <section aria-label={t.ifNow}>
            <strong>{t.ifNow}</strong>
            <ItemResults results={resend.data.results} />
          </section>
        )}
        <Group justify="flex-end" gap="sm">
          {body.data && (
            <Button
              size="md"
              leftSection={<IconCopy size={16} stroke={1.6} />}
              onClick={() => void copy(curlOf(request.call, body.data!.body), shown.current)}
            >
              {t.copyCurl}
            </Button>
          )}
          {isSending && mayResend && sent && <span className={styles.quiet}>{t.resendText}</span>}
          {isSending && mayResend && sent && (
            <Button
              size="md"
              leftSection={<IconPlayerPlay size={16} stroke={1.6} />}
              loading={resend.isPending}
              onClick={() => resend.mutate({ params })}
            >
              {t.resend}
            </Button>
          )}
          <Button size="md" variant="filled" onClick={onClose}>
            {c.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Command that sends a request again, with the key in a variable. */
function curlOf(call: string, body: string): string {
  const [method, path] = call.split(' ')
  return [
    `curl -X ${method} ${location.origin}${path}`,
    '-H "Authorization: Bearer $API_KEY"',
    '-H "Content-Type: application/json"',
    `-d '${body.replaceAll("'", "'\\''")}'`,
  ].join(' \\\n  ')
}
