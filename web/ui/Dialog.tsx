import { CloseButton, Drawer, Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import styles from './overlays.module.css'
import { usePhone } from './use-phone.ts'

interface DialogProps extends Omit<ModalProps, 'title'> {
  title: string
  /** Opens beside what it is for, which stays in sight; on a phone over it. */
  side?: boolean | undefined
}

/**
 * A modal dialog with its title. Mantine's own place for it is a page header to people who hear the page. The focus goes back to where it
 * was, also of a dialog that is taken away rather than closed.
 */
export function Dialog({ title, children, withCloseButton = true, side, ...rest }: DialogProps) {
  const t = useWords(common)
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const lost = document.activeElement === document.body
      if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
  const phone = usePhone()
  const Title = side ? Drawer.Title : Modal.Title
  const content = (
    <>
      <div className={styles.dialogHead}>
        <Title className={styles.dialogTitle}>{title}</Title>
        {withCloseButton && <CloseButton aria-label={t.close} onClick={rest.onClose} />}
      </div>
      {children}
    </>
  )
  if (side)
    return (
      <Drawer
        opened={rest.opened}
        onClose={rest.onClose}
        position={phone ? 'bottom' : 'right'}
        size={phone ? '92dvh' : 460}
        withCloseButton={false}
        transitionProps={{ duration: 0 }}
        overlayProps={{ backgroundOpacity: phone ? 0.35 : 0.12 }}
        classNames={{ content: styles.side!, body: styles.sideBody! }}
      >
        {content}
      </Drawer>
    )
  return (
    <Modal {...rest} withCloseButton={false}>
      {content}
    </Modal>
  )
}
