<?php

declare(strict_types=1);

namespace Pedido;

/** In place of a token: one that short-lived access tokens are got for, by OAuth 2.0. */
final class ClientCredentials
{
    /**
     * @param int|string $id the `id` of a token
     * @param string $secret that token itself
     * @param ?array<string> $scopes all that it has, unless given
     */
    public function __construct(
        public readonly int|string $id,
        #[\SensitiveParameter] public readonly string $secret,
        public readonly ?array $scopes = null,
    ) {
    }
}

/** What `onRetry` is called with before each pause, for a log. */
final class Retry
{
    /**
     * @param int $attempt the attempt that failed, from 1
     * @param float $pause seconds
     */
    public function __construct(
        public readonly PedidoError $error,
        public readonly int $attempt,
        public readonly float $pause,
    ) {
    }
}

/** How long and how often a call is tried. Times are in seconds. */
final class Limits
{
    public function __construct(
        public readonly float $attemptTimeout = 30,
        public readonly float $timeout = 120,
        public readonly float $maxRetries = 5,
        public readonly ?\Closure $onRetry = null,
        public readonly float $firstPause = 0.5,
    ) {
    }

    /** @param array $limits some of them, by their names */
    public function with(array $limits): self
    {
        return new self(...[...get_object_vars($this), ...$limits]);
    }
}

/** What is sent, the same in each attempt. */
final class Request
{
    /** @param float $wait seconds added to the time of an attempt: so long the service may hold the answer back */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly array $headers = [],
        public readonly ?string $body = null,
        public readonly ?string $idempotencyKey = null,
        public readonly float $wait = 0,
    ) {
    }

    public function with(mixed ...$parts): self
    {
        return new self(...[...get_object_vars($this), ...$parts]);
    }
}

/** A success that has something else in it than it should. */
final class BadContent extends \RuntimeException
{
    public function __construct(public readonly string $content, public readonly bool $isBroken)
    {
        parent::__construct();
    }
}

/** The time of an attempt is over. */
final class Late extends \RuntimeException
{
}

/** The connection broke, or there was none. */
final class BrokenOff extends \RuntimeException
{
}

/** One request and its answer, as it comes. */
final class Exchange
{
    public int $status = 0;
    public Headers $headers;
    private \CurlHandle $curl;
    private string $arrived = '';
    private bool $hasHead = false;
    private bool $isOver = false;

    public function __construct(private \CurlMultiHandle $multi, array $options)
    {
        $this->headers = new Headers();
        $this->curl = curl_init();
        curl_setopt_array($this->curl, $options + [
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_ENCODING => '',
            CURLOPT_NOSIGNAL => true,
            CURLOPT_HEADERFUNCTION => fn ($_, string $line) => $this->takeHeader($line),
            CURLOPT_WRITEFUNCTION => fn ($_, string $bytes) => $this->take($bytes),
        ]);
        curl_multi_add_handle($multi, $this->curl);
    }

    /** Returns when status and headers are there. */
    public function awaitHead(float $until): void
    {
        while (!$this->hasHead && !$this->isOver) {
            $this->step($until);
        }
    }

    /** All that the answer holds. */
    public function body(float $until): string
    {
        while (!$this->isOver) {
            $this->step($until);
        }
        return $this->arrived;
    }

    /**
     * Its bytes as they come, until nothing comes for so many seconds.
     *
     * @return \Generator<string>
     */
    public function chunks(float $silence): \Generator
    {
        for (;;) {
            $until = microtime(true) + $silence;
            while ($this->arrived === '' && !$this->isOver) {
                $this->step($until);
            }
            if ($this->arrived === '') {
                return;
            }
            [$chunk, $this->arrived] = [$this->arrived, ''];
            yield $chunk;
        }
    }

    /** Its connection is kept for the next request where the answer was read to its end. */
    public function end(): void
    {
        curl_multi_remove_handle($this->multi, $this->curl);
        // They hold this object, which holds them.
        curl_setopt_array($this->curl, [CURLOPT_HEADERFUNCTION => null, CURLOPT_WRITEFUNCTION => null]);
    }

    private function step(float $until): void
    {
        $left = $until - microtime(true);
        if ($left <= 0) {
            throw new Late();
        }
        $before = [$this->hasHead, strlen($this->arrived)];
        curl_multi_exec($this->multi, $running);
        while ($done = curl_multi_info_read($this->multi)) {
            $this->isOver = true;
            if ($done['result'] !== CURLE_OK) {
                throw new BrokenOff(curl_error($this->curl) ?: curl_strerror($done['result']));
            }
        }
        if (!$this->isOver && $before === [$this->hasHead, strlen($this->arrived)]) {
            curl_multi_select($this->multi, min($left, 1.0));
        }
    }

    private function takeHeader(string $line): int
    {
        if (preg_match('#^HTTP/\S+ (\d+)#', $line, $found) === 1) {
            $this->status = (int) $found[1];
            $this->headers = new Headers();
        } elseif (trim($line) !== '') {
            $this->headers->add($line);
        } elseif ($this->status >= 200) {
            $this->hasHead = true;
        }
        return strlen($line);
    }

    private function take(string $bytes): int
    {
        $this->arrived .= $bytes;
        return strlen($bytes);
    }
}

/** Sends requests until they are answered for good, and makes no change twice. */
final class Transport
{
    /** Seconds: the longest pause that the service did not ask for. */
    private const LONGEST_PAUSE = 8.0;
    /** The part of its life after which an access token is renewed. */
    private const RENEWED_AFTER = 0.9;

    private \CurlMultiHandle $multi;
    private string|\Closure|null $token;

    public function __construct(
        private string $url,
        #[\SensitiveParameter] string|\Closure|null $token,
        ?ClientCredentials $client,
        private array $headers,
        private Limits $limits,
        private array $curlOptions,
    ) {
        if (!in_array(parse_url($url, PHP_URL_SCHEME), ['http', 'https'], true)) {
            throw new \InvalidArgumentException("$url is no address of a service.");
        }
        $this->multi = curl_multi_init();
        $this->token = $client ? $this->accessTokens($client) : $token;
    }

    /**
     * Attempts share one id and one `Idempotency-Key`: a change is made once, however often its answer
     * was lost.
     *
     * @param callable(string, Exchange): mixed $read takes what is needed from the content of a success
     * @return array{mixed, Answer}
     * @throws PedidoError the last attempt's
     */
    public function send(
        Request $request,
        callable $read,
        array $limits = [],
        array $headers = [],
        bool $isAuthorized = true,
    ): array {
        $take = function (Exchange $exchange, float $until) use ($read): array {
            try {
                return [$read($exchange->body($until), $exchange), $exchange];
            } finally {
                $exchange->end();
            }
        };
        return $this->repeat($request, $this->multi, $take, $limits, $headers, $isAuthorized);
    }

    /** An answer whose content the caller reads as it comes, on a connection of its own. */
    public function open(Request $request, array $limits, array $headers): Exchange
    {
        $take = fn (Exchange $exchange): array => [$exchange, $exchange];
        return $this->repeat($request, curl_multi_init(), $take, $limits, $headers, true)[0];
    }

    /** What the JSON of an answer means. */
    public static function readJson(string $content, Exchange $exchange): array
    {
        if (!str_starts_with($exchange->headers->get('Content-Type') ?? '', 'application/json')) {
            throw new BadContent($content, false);
        }
        $value = json_decode($content, true);
        return is_array($value) ? $value : throw new BadContent($content, true);
    }

    /**
     * Seconds: twice as long each time, at random between half and all of it, so that many clients don't
     * come back at the same moment; never less than the service asked for.
     */
    public static function pauseBefore(int $attempt, float $first, float $asked): float
    {
        $longest = min(self::LONGEST_PAUSE, $first * 2 ** min($attempt - 1, 20));
        return $asked + $longest * (0.5 + mt_rand() / mt_getrandmax() / 2);
    }

    private function repeat(
        Request $request,
        \CurlMultiHandle $multi,
        callable $take,
        array $limits,
        array $headers,
        bool $isAuthorized,
    ): array {
        $most = $this->limits->with($limits);
        $address = $request->method . ' ' . strtok($request->path, '?');
        $info = new RequestInfo($address, bin2hex(random_bytes(16)), $request->idempotencyKey);
        $end = microtime(true) + $most->timeout;
        $sent = [...$this->head($request, $info), ...$headers];
        for ($attempt = 1; ; $attempt++) {
            try {
                $seconds = min($end - microtime(true), $most->attemptTimeout + $request->wait);
                $ask = fn (?string $token, float $until) => $this->ask($request, $multi, $sent, $token, $until);
                [$data, $exchange] = $this->attempt($ask, $take, $info, $seconds, $isAuthorized);
                $requestId = $exchange->headers->get('X-Request-Id') ?? $info->requestId;
                return [$data, new Answer($exchange->status, $exchange->headers, $requestId, $attempt)];
            } catch (PedidoError $error) {
                $error->attempts = $attempt;
                $pause = self::pauseBefore($attempt, $most->firstPause, self::retryAfter($error));
                $isOver = $attempt > $most->maxRetries || microtime(true) + $pause >= $end;
                if (!$error->mayPass || $isOver) {
                    throw $error;
                }
                if ($most->onRetry) {
                    ($most->onRetry)(new Retry($error, $attempt, $pause));
                }
                usleep((int) ($pause * 1e6));
            }
        }
    }

    private function attempt(
        callable $ask,
        callable $take,
        RequestInfo $info,
        float $seconds,
        bool $isAuthorized,
    ): array {
        $until = microtime(true) + $seconds;
        try {
            $exchange = $this->authorized($ask, $until, $isAuthorized);
            if ($exchange->status < 200 || $exchange->status >= 300) {
                throw self::problem($exchange, $exchange->body($until), $info);
            }
            return $take($exchange, $until);
        } catch (BadContent $bad) {
            [$status, $headers] = [$exchange->status, $exchange->headers];
            throw new UnexpectedAnswerError($info, $status, $headers, $bad->content, $bad->isBroken);
        } catch (Late) {
            throw new TimeoutError($info, $seconds);
        } catch (BrokenOff $broken) {
            throw new ConnectionError($info, "no whole answer came: {$broken->getMessage()}");
        }
    }

    /** Asks with a token, and once more where that is refused and there is another. */
    private function authorized(callable $ask, float $until, bool $isAuthorized): Exchange
    {
        $token = $isAuthorized ? $this->token : null;
        if (!$token instanceof \Closure) {
            return $ask($token, $until);
        }
        $sent = $token(null);
        $exchange = $ask($sent, $until);
        $other = $exchange->status === 401 ? $token($sent) : $sent;
        if ($other === $sent) {
            return $exchange;
        }
        $exchange->end();
        return $ask($other, $until);
    }

    private function ask(
        Request $request,
        \CurlMultiHandle $multi,
        array $headers,
        ?string $token,
        float $until,
    ): Exchange {
        $sent = $token === null ? $headers : [...$headers, 'Authorization' => "Bearer $token"];
        $lines = array_map(fn ($name, $value) => "$name: $value", array_keys($sent), $sent);
        $body = $request->body === null ? [] : [CURLOPT_POSTFIELDS => $request->body];
        $exchange = new Exchange($multi, $this->curlOptions + $body + [
            CURLOPT_URL => rtrim($this->url, '/') . $request->path,
            CURLOPT_CUSTOMREQUEST => $request->method,
            // Waiting for a 100 Continue would cost a turn.
            CURLOPT_HTTPHEADER => [...$lines, 'Expect:'],
        ]);
        try {
            $exchange->awaitHead($until);
        } catch (\Throwable $error) {
            $exchange->end();
            throw $error;
        }
        return $exchange;
    }

    private function head(Request $request, RequestInfo $info): array
    {
        $key = $request->idempotencyKey;
        return [
            'Accept' => 'application/json',
            'X-Request-Id' => $info->requestId,
            ...($key === null ? [] : ['Idempotency-Key' => $key]),
            ...$request->headers,
            ...$this->headers,
        ];
    }

    /** The access tokens of a client. One is kept until its end is near. */
    private function accessTokens(ClientCredentials $client): \Closure
    {
        $kept = null;
        $renewAt = 0.0;
        return function (?string $refused) use ($client, &$kept, &$renewAt): string {
            if ($kept === null || $kept === $refused || microtime(true) >= $renewAt) {
                $start = microtime(true);
                $got = $this->askToken($client);
                $kept = $got['access_token'];
                $renewAt = $start + $got['expires_in'] * self::RENEWED_AFTER;
            }
            return $kept;
        };
    }

    /** Sent once: the call that waits for it is what is tried again. */
    private function askToken(ClientCredentials $client): array
    {
        $form = [
            'grant_type' => 'client_credentials',
            'client_id' => (string) $client->id,
            'client_secret' => $client->secret,
            ...($client->scopes ? ['scope' => implode(' ', $client->scopes)] : []),
        ];
        $type = ['Content-Type' => 'application/x-www-form-urlencoded'];
        $request = new Request('POST', '/oauth/token', $type, http_build_query($form));
        return $this->send($request, self::readJson(...), ['maxRetries' => 0], [], false)[0];
    }

    private static function problem(Exchange $exchange, string $content, RequestInfo $info): PedidoError
    {
        [$status, $headers] = [$exchange->status, $exchange->headers];
        $exchange->end();
        $body = json_decode($content, true);
        if (is_array($body)) {
            if (str_starts_with($headers->get('Content-Type') ?? '', 'application/problem+json')) {
                $class = PROBLEMS[$body['code'] ?? ''] ?? ProblemError::class;
                return new $class($body, $status, $headers, $info);
            }
            if (isset($body['error_description'])) {
                // What a client is refused with has the form of OAuth 2.0 (RFC 6749, 5.2).
                $code = $body['error'] ?? '';
                $problem = ['code' => $code, 'title' => $code, 'detail' => $body['error_description']];
                return new ProblemError([...$body, ...$problem], $status, $headers, $info);
            }
        }
        return new UnexpectedAnswerError($info, $status, $headers, $content);
    }

    /** Seconds that the service asks to wait. */
    private static function retryAfter(PedidoError $error): float
    {
        $text = isset($error->headers) ? $error->headers->get('Retry-After') ?? '' : '';
        if (ctype_digit($text)) {
            return (float) $text;
        }
        $time = $text === '' ? false : strtotime($text);
        return $time === false ? 0.0 : max(0.0, $time - microtime(true));
    }
}
