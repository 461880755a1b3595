import { addressWith, integer, mailFrom, mailTo, setting, smtpUrl } from './setting-readers.ts'

/** The settings of mails. */
export const mailSettings = {
  SMTP_URL: setting<string | undefined>(
    undefined,
    smtpUrl,
    'Mail server that sends invitations and links for new passwords, such as `smtp://user:password@smtp.example.com:587` (STARTTLS) or `smtps://…:465`; needs `MAIL_FROM` and `PUBLIC_URL`. Without TLS only on the same machine, or with `?ignoreTLS=true`. Unset: no mails.',
    true,
  ),
  MAIL_FROM: setting<string | undefined>(
    undefined,
    mailFrom,
    'From whom mails are, such as `Pedido <pedido@example.com>`.',
  ),
  ACCOUNT_MAILS_PER_DAY: setting(
    200,
    integer(1, 1_000_000),
    'Invitations and links for new passwords that an account may have sent in a day; to one member 10 at most. Who has forgotten the password of his counts for himself alone.',
  ),
  ACCOUNT_ORDER_MAILS_PER_DAY: setting(
    500,
    integer(1, 1_000_000),
    'Orders that an account may have mailed to its customers in a day.',
  ),
  OPERATOR_EMAIL: setting<string | undefined>(
    undefined,
    mailTo,
    'Who is told by mail what is wrong with the installation, as `pedido status` sees it, and when it is over; needs `SMTP_URL`. In Portuguese where `LANG` says so. Unset: nobody.',
  ),
}

/** The settings of what is asked elsewhere. */
export const lookupSettings = {
  COMPANY_LOOKUP_URL: setting<string | undefined>(
    undefined,
    addressWith('{cnpj}'),
    'Where the data of a company is found by its CNPJ, such as `https://brasilapi.com.br/api/cnpj/v1/{cnpj}`, for whoever enters a customer; see `docs/lookups.md`. Unset: it is typed.',
    true,
  ),
  POSTAL_CODE_LOOKUP_URL: setting<string | undefined>(
    undefined,
    addressWith('{cep}'),
    'The same of an address by its CEP, such as `https://viacep.com.br/ws/{cep}/json/`.',
    true,
  ),
}
