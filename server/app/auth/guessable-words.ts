// Pieces that passwords in Thai shops are made of, as people type them in Thai or with Latin letters. Our own list: a word is added
// here. Each is also looked for as it comes out when the keyboard stands on the other alphabet.

export const thaiWords = `
  รหัสผ่าน รหัส พาสเวิร์ด สวัสดี ครับ ค่ะ คะ จ้า ฉันรักเธอ รักเธอ รักนะ รักแม่ รักพ่อ เรารักในหลวง ที่รัก คิดถึง หัวใจ แม่ พ่อ ลูก น้อง
  ประเทศไทย เมืองไทย ไทยแลนด์ ไทย กรุงเทพมหานคร กรุงเทพ เชียงใหม่ เชียงราย ภูเก็ต โคราช ขอนแก่น หาดใหญ่ พัทยา ชลบุรี นนทบุรี
  อุดรธานี อุบลราชธานี สงขลา อยุธยา นครปฐม สงกรานต์ ลอยกระทง ปีใหม่ สมชาย สมหญิง สมศรี สมศักดิ์ มานะ มานี ปิติ ชูใจ
  ร้านค้า ร้าน บริษัท จำกัด ห้าง ลูกค้า สินค้า ขายดี ขายของ กาแฟ อาหาร เสื้อผ้า ร่ำรวย รวย เฮง โชคดี สู้ๆ สุขสันต์ วันเกิด
  ผู้ดูแลระบบ ผู้ดูแล แอดมิน เจ้าของร้าน เจ้าของ ผู้จัดการ พนักงาน ทดสอบ ระบบ รวม เข้าสู่ระบบ ไม่บอก ไม่รู้ จำไม่ได้ ลืมแล้ว`

export const latinWords = `
  password passw0rd passwd admin administrator owner manager staff employee login welcome secret letmein changeme default test testing
  ruam store shop customer company office sales pos iloveyou loveyou love hello super
  rahatphan rahutphan sawasdee sawatdee sawaddee sabaidee sabai khrap krub krab chanrakther chanraktur rakna raktur rakmae rakpho
  khidtung kidtung narak tirak teerak thailand thai siam muangthai krungthep bangkok chiangmai chiangrai phuket korat khonkaen hatyai
  pattaya chonburi nonthaburi udon ubon songkhla ayutthaya songkran loykrathong muaythai changthai somchai somying somsri somsak
  mana manee piti chujai chokdee heng ruay ruayruay aroi kafae susu maibok mairu mairoo leumlaew wankerd`

/** Characters of a US keyboard and of a Thai one (Kedmanee), in the same order. */
export const keys = {
  latin: '`1234567890-=qwertyuiop[]\\asdfghjkl;\'zxcvbnm,./~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?',
  thai: '_ๅ/-ภถุึคตจขชๆไำพะัีรนยบลฃฟหกดเ้่าสวงผปแอิืทมใฝ%+๑๒๓๔ู฿๕๖๗๘๙๐"ฎฑธํ๊ณฯญฐ,ฅฤฆฏโฌ็๋ษศซ.()ฉฮฺ์?ฒฬฦ',
}

/** Rows, columns and alphabets along which fingers walk, both ways. */
export const walks = [
  '12345678901234567890',
  '`1234567890-=',
  '!@#$%^&*()_+',
  '1122334455667788990011',
  '0102030405060708090',
  '13579246801357924680',
  '1029384756',
  '147258369',
  '147852369',
  '159753456852',
  '01478963250',
  '123654789',
  '1236987450',
  'qwertyuiop[]\\',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujmikolp',
  'a1b2c3d4e5f6g7h8i9j0',
  'ๆไำพะัีรนยบลฃ',
  'ฟหกดเ้่าสวง',
  'ผปแอิืทมใฝ',
  'ๅ/-ภถุึคตจขช',
  'กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ',
  'กขคงจฉชซดตถทนบปผฝพฟมยรลวสหอ',
]
