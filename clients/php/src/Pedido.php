<?php

declare(strict_types=1);

namespace Pedido;

/** A client of the service at `$url`: every operation as a method, with retries that make nothing twice. */
final class Pedido extends Resources
{
    /**
     * @param string|\Closure|null $token `pdo_…`, or a function that gives one: it is called before each
     *   request, and with the token that was refused after a 401
     * @param ?ClientCredentials $client in place of a token, OAuth 2.0 client credentials
     * @param array<string, string> $headers sent with each request
     * @param array<int, mixed> $curlOptions such as `CURLOPT_CAINFO` or `CURLOPT_PROXY`
     * @param mixed ...$limits `attemptTimeout`, `timeout`, `maxRetries`, `onRetry` and `firstPause` for all calls
     * @throws \InvalidArgumentException where `$url` is none
     */
    public function __construct(
        string $url,
        #[\SensitiveParameter] string|\Closure|null $token = null,
        ?ClientCredentials $client = null,
        array $headers = [],
        array $curlOptions = [],
        mixed ...$limits,
    ) {
        parent::__construct(new Transport($url, $token, $client, $headers, new Limits(...$limits), $curlOptions));
    }
}
