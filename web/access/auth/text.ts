import { words } from '../../data/text.ts'

/** The words of signing in. */
export const text = words({
  lead: ['เข้าสู่ระบบเพื่อดูแลลูกค้าของร้านคุณ', 'Log in to look after the customers of your store'],
  leadOne: ['เข้าสู่ระบบเพื่อดูแลลูกค้าของร้าน', 'Log in to look after the store’s customers'],
  email: ['อีเมล', 'Email'],
  password: ['รหัสผ่าน', 'Password'],
  showPassword: ['แสดงรหัสผ่าน', 'Show the password'],
  sharedDevice: ['เครื่องที่ใช้ร่วมกัน', 'Shared device'],
  sharedDeviceText: [
    'ไม่เก็บข้อมูลลูกค้าไว้ในอุปกรณ์นี้ จึงใช้งานตอนไม่มีเน็ตไม่ได้',
    'Keeps no customers on this device, so it does not work offline',
  ],
  signIn: ['เข้าสู่ระบบ', 'Log in'],
  lost: ['ลืมรหัสผ่าน กรุณาติดต่อเจ้าของร้านหรือผู้ดูแลระบบ', 'Forgot your password? Ask the store owner or the administrator.'],
  forgot: ['ลืมรหัสผ่าน', 'Forgot your password?'],
  byProvider: ['เข้าสู่ระบบด้วยบัญชีองค์กร', 'Log in with your organisation'],
  refused_state: [
    'การเข้าสู่ระบบหมดเวลาหรือเริ่มจากเบราว์เซอร์อื่น กรุณาลองอีกครั้ง',
    'This log-in took too long, or started in another browser. Try again.',
  ],
  refused_provider: [
    'เข้าสู่ระบบผ่านบัญชีองค์กรไม่สำเร็จ กรุณาลองอีกครั้ง หรือใช้รหัสผ่าน',
    'Logging in with your organisation failed. Try again, or use your password.',
  ],
  refused_unverified: [
    'องค์กรยังไม่ได้ยืนยันอีเมลของคุณ กรุณายืนยันแล้วลองอีกครั้ง',
    'Your organisation has not verified your email. Verify it and try again.',
  ],
  refused_taken: [
    'อีเมลนี้เชื่อมกับบัญชีองค์กรอื่นอยู่แล้ว กรุณาติดต่อผู้ดูแลระบบ',
    'This email is linked to another account of your organisation. Ask the administrator.',
  ],
  refused_uninvited: [
    'ยังไม่มีร้านใดเชิญอีเมลนี้ กรุณาขอคำเชิญจากเจ้าของร้าน',
    'No store has invited this email. Ask the store owner for an invitation.',
  ],
  firstName: ['ชื่อ', 'First name'],
  lastName: ['นามสกุล', 'Last name'],
  passwordRule: ['อย่างน้อย {count} ตัวอักษร', 'At least {count} characters'],
  passwordShort: ['รหัสผ่านต้องมีอย่างน้อย {count} ตัวอักษร', 'The password needs at least {count} characters.'],
})

/** Texts of the password reset. */
export const resetText = words({
  askTitle: ['ลืมรหัสผ่าน', 'Forgot your password?'],
  askLead: [
    'ใส่อีเมลที่ใช้เข้าสู่ระบบ แล้วเราจะส่งลิงก์สำหรับตั้งรหัสผ่านใหม่ไปให้',
    'Enter the email you log in with. We will email you a link to set a new password.',
  ],
  ask: ['ส่งลิงก์', 'Send the link'],
  asked: [
    'ถ้ามีบัญชีที่ใช้อีเมลนี้ ระบบกำลังส่งลิงก์ไปให้ ลิงก์ใช้ได้ 1 ชั่วโมง หากไม่พบ กรุณาดูในกล่องจดหมายขยะ',
    'If an account uses this email, the link is on its way. It works for an hour. If it does not arrive, check the spam folder.',
  ],
  title: ['ตั้งรหัสผ่านใหม่', 'Set a new password'],
  lead: ['เมื่อตั้งแล้ว ทุกอุปกรณ์จะออกจากระบบ', 'This logs you out on all devices.'],
  password: ['รหัสผ่านใหม่', 'New password'],
  set: ['ตั้งรหัสผ่าน', 'Set the password'],
  done: ['ตั้งรหัสผ่านใหม่แล้ว เข้าสู่ระบบได้เลย', 'Your new password is set. You can log in now.'],
  again: ['ขอลิงก์ใหม่', 'Request a new link'],
  toSignIn: ['ไปหน้าเข้าสู่ระบบ', 'Go to the log-in page'],
})

export const emailText = words({
  title: ['ยืนยันอีเมลใหม่', 'Confirm your new email'],
  lead: ['เมื่อยืนยันแล้ว ใช้อีเมลนี้เข้าสู่ระบบแทนอีเมลเดิม', 'You will then log in with this email instead of the former one.'],
  confirm: ['ยืนยันอีเมลนี้', 'Confirm this email'],
  done: ['เปลี่ยนอีเมลแล้ว', 'Your email has changed.'],
  goOn: ['ไปที่ร้านของฉัน', 'Go to my stores'],
})
