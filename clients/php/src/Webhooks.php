<?php

declare(strict_types=1);

namespace Pedido;

/** A request that nobody with the secret has sent, or not just now: answer it 400 or 401. */
final class WebhookVerificationError extends \RuntimeException
{
    /** @param string $reason `headers` lack the signature; the `time` is too far away; the `signature` is another */
    public function __construct(public readonly string $reason, string $text)
    {
        parent::__construct($text);
    }
}

/** Signatures of webhooks, as https://www.standardwebhooks.com has them. */
final class Webhooks
{
    /**
     * Verifies the signature of a webhook and gives its event.
     *
     * @param string $body as it came (`file_get_contents('php://input')`): these bytes were signed, and not the JSON that they mean
     * @param array<string, string> $headers such as those of `getallheaders()`
     * @param string|array<string> $secrets `whsec_…`; while one is being replaced, the new and the old one
     * @param int $toleranceSeconds how far the clocks of both sides may be apart
     * @throws WebhookVerificationError where nobody with a secret has sent this just now
     */
    public static function verify(
        string $body,
        array $headers,
        string|array $secrets,
        int $toleranceSeconds = 300,
    ): Record {
        $lower = array_change_key_case($headers);
        $id = self::header($lower, 'webhook-id');
        $sent = self::header($lower, 'webhook-timestamp');
        $signatures = explode(' ', self::header($lower, 'webhook-signature'));
        $isTime = preg_match('/^\d{1,12}$/D', $sent) === 1;
        if (!$isTime || abs(time() - (int) $sent) > $toleranceSeconds) {
            throw new WebhookVerificationError('time', "This was sent at another time: $sent.");
        }
        foreach ((array) $secrets as $secret) {
            $own = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent.$body", self::key($secret), true));
            foreach ($signatures as $signature) {
                // Takes the same time for every wrong signature.
                if (hash_equals($own, $signature)) {
                    return new Record(json_decode($body, true, 512, JSON_THROW_ON_ERROR));
                }
            }
        }
        throw new WebhookVerificationError('signature', 'None of the signatures is of these secrets.');
    }

    private static function header(array $headers, string $name): string
    {
        $value = $headers[$name] ?? '';
        if (is_string($value) && $value !== '') {
            return $value;
        }
        throw new WebhookVerificationError('headers', "The header $name is missing.");
    }

    private static function key(#[\SensitiveParameter] string $secret): string
    {
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('A secret of a webhook begins with whsec_.');
        }
        return $key;
    }
}
