import { words } from '../../data/text.ts'

/** Words about passkeys: signing in with them, and the account. */
export const passkeyText = words({
  byPasskey: ['เข้าสู่ระบบด้วยพาสคีย์', 'Log in with a passkey'],
  stepTitle: ['ยืนยันด้วยพาสคีย์', 'Confirm with your passkey'],
  stepLead: [
    'ใช้ลายนิ้วมือ ใบหน้า หรือรหัสของอุปกรณ์ที่คุณเพิ่มพาสคีย์ไว้',
    'Use the fingerprint, face or PIN of the device with your passkey.',
  ],
  usePasskey: ['ใช้พาสคีย์', 'Use the passkey'],
  lostPasskey: ['ไม่มีพาสคีย์อยู่กับตัว ใช้รหัสกู้คืน', 'No passkey at hand? Use a recovery code'],
  codeTitle: ['ใช้รหัสกู้คืน', 'Use a recovery code'],
  codeLead: [
    'ใส่หนึ่งในรหัสที่คุณเก็บไว้เมื่อเพิ่มพาสคีย์ แต่ละรหัสใช้ได้ครั้งเดียว',
    'Enter one of the codes you saved when you added a passkey. Each works once.',
  ],
  code: ['รหัสกู้คืน', 'Recovery code'],
  back: ['กลับไปใส่รหัสผ่าน', 'Back to the password'],
  noAnswer: ['พาสคีย์ไม่ตอบ กรุณาลองอีกครั้ง', 'No passkey answered. Try again.'],
  hereAlready: ['อุปกรณ์นี้มีพาสคีย์ของคุณอยู่แล้ว', 'This device already has a passkey of yours.'],
  neededTitle: ['เพิ่มพาสคีย์ก่อนเข้าร้าน', 'Add a passkey to open the store'],
  neededLead: [
    'ร้านของคุณต้องใช้พาสคีย์ เพราะบทบาทของคุณส่งออกข้อมูลหรือส่งข้อความได้',
    'Your store requires one, because your role can export data or send messages.',
  ],
  signOut: ['ออกจากระบบ', 'Log out'],
  goOn: ['ไปต่อ', 'Continue'],

  title: ['พาสคีย์', 'Passkeys'],
  about: [
    'เข้าสู่ระบบด้วยลายนิ้วมือ ใบหน้า หรือรหัสของอุปกรณ์ แม้มีผู้รู้รหัสผ่านก็เข้าบัญชีไม่ได้',
    'Log in with a fingerprint, your face or the PIN of the device. Then a stolen password opens nothing.',
  ],
  requiredFrom: ['ร้านของคุณต้องใช้พาสคีย์ตั้งแต่ {when}', 'Your store requires a passkey from {when}.'],
  add: ['เพิ่มพาสคีย์', 'Add a passkey'],
  added: ['เพิ่มพาสคีย์แล้ว', 'Passkey added'],
  none: ['ยังไม่มีพาสคีย์', 'No passkeys yet'],
  addedOn: ['เพิ่มเมื่อ {when}', 'Added {when}'],
  usedOn: ['ใช้ล่าสุด {when}', 'Last used {when}'],
  unused: ['ยังไม่เคยใช้', 'Not used yet'],
  rename: ['เปลี่ยนชื่อ', 'Rename'],
  renameOf: ['เปลี่ยนชื่อ: {name}', 'Rename: {name}'],
  name: ['ชื่อพาสคีย์', 'Passkey name'],
  remove: ['ลบ', 'Remove'],
  removeOf: ['ลบพาสคีย์: {name}', 'Remove the passkey: {name}'],
  removeTitle: ['ต้องการลบพาสคีย์ {name} ใช่ไหม', 'Remove the passkey {name}?'],
  removeText: [
    'จะใช้พาสคีย์นี้เข้าสู่ระบบไม่ได้อีก และควรลบออกจากเครื่องด้วย',
    'It can no longer be used to log in. Remove it from the device, too.',
  ],
  removeLast: [
    'เป็นพาสคีย์เดียวของคุณ หลังจากนี้เข้าสู่ระบบด้วยรหัสผ่านอย่างเดียว และรหัสกู้คืนใช้ไม่ได้',
    'It is your only one. You will log in with the password alone, and the recovery codes stop working.',
  ],
  removed: ['ลบพาสคีย์แล้ว', 'Passkey removed'],
  here: ['อุปกรณ์นี้', 'This device'],
  atProvider: [
    'คุณเข้าสู่ระบบด้วยบัญชีองค์กร การยืนยันขั้นที่สองตั้งที่นั่น',
    'You log in with your organisation, which has a second step of its own.',
  ],
  problem_http: [
    'ใช้พาสคีย์ไม่ได้ เพราะ Ruam เปิดอยู่ที่ {origin} ซึ่งไม่เข้ารหัส กรุณาขอให้ผู้ดูแลระบบเปลี่ยนเป็น URL ที่ขึ้นต้นด้วย https',
    'Passkeys cannot be used, because Ruam is at {origin}, which is not encrypted. Ask the administrator for a URL with https.',
  ],
  problem_no_name: [
    'ใช้พาสคีย์ไม่ได้ เพราะ {origin} เป็นตัวเลข ไม่ใช่ชื่อเว็บ กรุณาขอให้ผู้ดูแลระบบตั้งชื่อเว็บ',
    'Passkeys cannot be used, because {origin} is a number and not a name. Ask the administrator for a URL with a name.',
  ],
  otherPlace: ['พาสคีย์ใช้ได้เมื่อเปิด Ruam ที่ {origin}', 'Passkeys work when you open Ruam at {origin}.'],
  unknown: ['เบราว์เซอร์นี้ไม่รองรับพาสคีย์', 'This browser does not support passkeys.'],

  codes: ['รหัสกู้คืน', 'Recovery codes'],
  codesText: [
    'ใช้แทนพาสคีย์เมื่ออุปกรณ์หาย แต่ละรหัสใช้ได้ครั้งเดียว ระบบแสดงครั้งนี้ครั้งเดียว กรุณาเก็บไว้นอกอุปกรณ์นี้',
    'They replace the passkey when a device is lost. Each works once. They are shown only now: save them somewhere else.',
  ],
  codesLeft: ['รหัสกู้คืนเหลือ {count} รหัส', 'Recovery codes left: {count}'],
  renewCodes: ['สร้างรหัสกู้คืนใหม่', 'Make new recovery codes'],
  renewTitle: ['ต้องการสร้างรหัสกู้คืนใหม่ใช่ไหม', 'Make new recovery codes?'],
  renewText: ['รหัสเดิมที่เหลือจะใช้ไม่ได้อีก', 'The codes that are left stop working.'],
  copy: ['คัดลอก', 'Copy'],
  copied: ['คัดลอกแล้ว', 'Copied'],
  save: ['ดาวน์โหลด', 'Download'],
  done: ['เก็บไว้แล้ว', 'I have saved them'],

  confirmTitle: ['ยืนยันว่าเป็นคุณ', 'Confirm that it is you'],
  confirmText: [
    'ใส่รหัสผ่านหรือใช้พาสคีย์อีกครั้งก่อนเปลี่ยนพาสคีย์',
    'Enter your password or use a passkey before you change passkeys.',
  ],
  confirm: ['ยืนยัน', 'Confirm'],
})
