using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Pedido
{
    /// <summary>Sends requests until they are answered for good, and makes no change twice.</summary>
    internal sealed class Transport : IDisposable
    {
        /// <summary>Connections at once to the service, of which each stream of events has one.</summary>
        private const int MostConnections = 64;
        private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(8);
        private static readonly TimeSpan LongestTimer = TimeSpan.FromDays(20);
        private static readonly Random Chance = new Random();

        private readonly Uri url;
        private readonly Settings settings;
        private readonly TokenSource tokens;
        private readonly HttpClient http;
        private bool isDisposed;

        public Transport(string url, string token, Settings settings)
        {
            if (!Uri.TryCreate(url, UriKind.Absolute, out this.url) || !IsOfWeb(this.url))
            {
                throw new ArgumentException($"{url} is no address of a service.", nameof(url));
            }
            this.settings = settings;
            tokens = settings.TokenSource ?? ((refused, cancellation) => Task.FromResult(token));
            if (settings.Client != null)
            {
                tokens = new AccessTokens(this, settings.Client).GetAsync;
            }
            TuneConnections(this.url);
            var handler = settings.Handler
                ?? new HttpClientHandler { AllowAutoRedirect = false, UseCookies = false };
            http = new HttpClient(handler, settings.Handler == null)
            {
                Timeout = System.Threading.Timeout.InfiniteTimeSpan,
            };
        }

        /// <summary>
        /// Attempts share one id and one <c>Idempotency-Key</c>: a change is made once, however often its answer
        /// was lost.
        /// </summary>
        /// <exception cref="PedidoException">that of the last attempt</exception>
        public Task<Answered<T>> SendAsync<T>(
            Request request,
            Func<Exchange, CancellationToken, Task<T>> read,
            CancellationToken cancellation)
        {
            return RepeatAsync(
                request,
                async (exchange, token) =>
                {
                    using (exchange)
                    {
                        return await read(exchange, token).ConfigureAwait(false);
                    }
                },
                cancellation);
        }

        /// <summary>An answer whose content the caller reads as it comes.</summary>
        public async Task<Exchange> OpenAsync(Request request, CancellationToken cancellation)
        {
            var answered = await RepeatAsync(request, (exchange, token) => Task.FromResult(exchange), cancellation)
                .ConfigureAwait(false);
            return answered.Content;
        }

        public void Dispose()
        {
            isDisposed = true;
            http.Dispose();
        }

        /// <summary>
        /// Twice as long each time, at random between half and all of it, so that many clients don't come back at
        /// the same moment; never less than the service asked for.
        /// </summary>
        public static TimeSpan PauseBefore(int attempt, TimeSpan first, TimeSpan asked)
        {
            var longest = Math.Min(LongestPause.TotalSeconds, first.TotalSeconds * Math.Pow(2, attempt - 1));
            lock (Chance)
            {
                return asked + TimeSpan.FromSeconds(longest * (0.5 + Chance.NextDouble() / 2));
            }
        }

        private static bool IsOfWeb(Uri url) => url.Scheme == Uri.UriSchemeHttp || url.Scheme == Uri.UriSchemeHttps;

        /// <summary>Says to .NET Framework what is so anyway in .NET.</summary>
        private static void TuneConnections(Uri url)
        {
            var point = ServicePointManager.FindServicePoint(url);
            point.UseNagleAlgorithm = false;
            point.ConnectionLimit = Math.Max(point.ConnectionLimit, MostConnections);
        }

        private async Task<Answered<T>> RepeatAsync<T>(
            Request request,
            Func<Exchange, CancellationToken, Task<T>> read,
            CancellationToken cancellation)
        {
            if (isDisposed)
            {
                throw new ObjectDisposedException(nameof(PedidoClient));
            }
            var info = new RequestInfo
            {
                Address = $"{request.Method} {request.Path.Split('?')[0]}",
                RequestId = Guid.NewGuid().ToString("N"),
                IdempotencyKey = request.IdempotencyKey,
            };
            var clock = Stopwatch.StartNew();
            var end = request.Limits?.Timeout ?? settings.Timeout ?? TimeSpan.FromSeconds(120);
            for (var attempt = 1; ; attempt++)
            {
                TimeSpan pause;
                try
                {
                    var answered = await AttemptAsync(request, info, end - clock.Elapsed, read, cancellation)
                        .ConfigureAwait(false);
                    var head = answered.Answer;
                    return new Answered<T>(
                        answered.Content,
                        new Answer(head.Status, head.Headers, head.RequestId, attempt));
                }
                catch (PedidoException error)
                {
                    error.Attempts = attempt;
                    pause = PauseAfter(error, request.Limits);
                    if (!error.MayPass || attempt > MostRetries(request.Limits) || clock.Elapsed + pause >= end)
                    {
                        throw;
                    }
                    (request.Limits?.OnRetry ?? settings.OnRetry)?.Invoke(new Retry(error, pause));
                }
                await Task.Delay(pause, cancellation).ConfigureAwait(false);
            }
        }

        private int MostRetries(Limits limits) => limits?.MaxRetries ?? settings.MaxRetries ?? 5;

        private TimeSpan PauseAfter(PedidoException error, Limits limits)
        {
            var first = limits?.FirstPause ?? settings.FirstPause ?? TimeSpan.FromSeconds(0.5);
            var headers = (error as ProblemException)?.Headers ?? (error as UnexpectedAnswerException)?.Headers;
            return PauseBefore(error.Attempts, first, RetryAfter(headers?["Retry-After"]));
        }

        /// <summary>How long the service asks to wait.</summary>
        private static TimeSpan RetryAfter(string text)
        {
            if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds))
            {
                return TimeSpan.FromSeconds(seconds);
            }
            var isTime = DateTimeOffset.TryParse(
                text,
                CultureInfo.InvariantCulture,
                DateTimeStyles.AssumeUniversal,
                out var time);
            var left = time - DateTimeOffset.UtcNow;
            return isTime && left > TimeSpan.Zero ? left : TimeSpan.Zero;
        }

        private async Task<Answered<T>> AttemptAsync<T>(
            Request request,
            RequestInfo info,
            TimeSpan left,
            Func<Exchange, CancellationToken, Task<T>> read,
            CancellationToken cancellation)
        {
            var most = (request.Limits?.AttemptTimeout ?? settings.AttemptTimeout ?? TimeSpan.FromSeconds(30))
                + request.Wait;
            var time = Shortest(left, most, LongestTimer);
            Exchange exchange = null;
            using (var late = CancellationTokenSource.CreateLinkedTokenSource(cancellation))
            {
                try
                {
                    late.CancelAfter(time > TimeSpan.Zero ? time : TimeSpan.Zero);
                    exchange = await AskAuthorizedAsync(request, info, late.Token).ConfigureAwait(false);
                    if (!exchange.IsSuccess)
                    {
                        throw await ProblemAsync(exchange, info, late.Token).ConfigureAwait(false);
                    }
                    var content = await read(exchange, late.Token).ConfigureAwait(false);
                    var requestId = exchange.Headers["X-Request-Id"] ?? info.RequestId;
                    return new Answered<T>(content, new Answer(exchange.Status, exchange.Headers, requestId, 1));
                }
                catch (BadContentException bad)
                {
                    var text = Encoding.UTF8.GetString(bad.Content);
                    throw new UnexpectedAnswerException(info, exchange.Status, exchange.Headers, text, bad.IsBroken);
                }
                catch (Exception error) when (IsOfNetwork(error))
                {
                    exchange?.Dispose();
                    cancellation.ThrowIfCancellationRequested();
                    if (late.IsCancellationRequested)
                    {
                        throw new PedidoTimeoutException(info, time, error);
                    }
                    var reason = error.GetBaseException().Message;
                    throw new PedidoConnectionException(info, $"no whole answer came: {reason}", "connection", error);
                }
            }
        }

        private static TimeSpan Shortest(params TimeSpan[] times) => times.Min();

        /// <summary>Whether an error says that no whole answer came, and not that the program is wrong.</summary>
        public static bool IsOfNetwork(Exception error) =>
            error is HttpRequestException
            || error is IOException
            || error is WebException
            || error is InvalidDataException
            || error is ObjectDisposedException
            || error is OperationCanceledException;

        /// <summary>Asks with a token, and once more where that is refused and there is another.</summary>
        private async Task<Exchange> AskAuthorizedAsync(
            Request request,
            RequestInfo info,
            CancellationToken cancellation)
        {
            if (!request.IsAuthorized)
            {
                return await AskAsync(request, info, null, cancellation).ConfigureAwait(false);
            }
            var sent = await tokens(null, cancellation).ConfigureAwait(false);
            var exchange = await AskAsync(request, info, sent, cancellation).ConfigureAwait(false);
            if (exchange.Status != 401)
            {
                return exchange;
            }
            var other = await tokens(sent, cancellation).ConfigureAwait(false);
            if (other == sent)
            {
                return exchange;
            }
            exchange.Dispose();
            return await AskAsync(request, info, other, cancellation).ConfigureAwait(false);
        }

        private async Task<Exchange> AskAsync(
            Request request,
            RequestInfo info,
            string token,
            CancellationToken cancellation)
        {
            var message = new HttpRequestMessage(
                new HttpMethod(request.Method),
                url.GetLeftPart(UriPartial.Path).TrimEnd('/') + request.Path);
            // To wait for a 100 Continue would cost a turn.
            message.Headers.ExpectContinue = false;
            if (request.Body != null)
            {
                message.Content = new ByteArrayContent(request.Body);
            }
            foreach (var header in HeadersOf(request, info, token))
            {
                AddHeader(message, header.Key, header.Value);
            }
            var sending = http.SendAsync(message, HttpCompletionOption.ResponseHeadersRead, cancellation);
            return new Exchange(await Exchange.Within(sending, cancellation).ConfigureAwait(false));
        }

        /// <summary>The headers of a request: those of the call come over those of the client and of the request.</summary>
        private Dictionary<string, string> HeadersOf(Request request, RequestInfo info, string token)
        {
            var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
            {
                ["Accept"] = "application/json",
                ["Accept-Encoding"] = "gzip",
                ["User-Agent"] = PedidoClient.UserAgent,
                ["X-Request-Id"] = info.RequestId,
                ["Idempotency-Key"] = request.IdempotencyKey,
                ["Content-Type"] = request.ContentType,
                ["Authorization"] = token == null ? null : $"Bearer {token}",
            };
            foreach (var more in new[] { request.Headers, settings.Headers, request.Limits?.Headers })
            {
                foreach (var header in more ?? new Dictionary<string, string>())
                {
                    headers[header.Key] = header.Value;
                }
            }
            return headers;
        }

        private static void AddHeader(HttpRequestMessage message, string name, string value)
        {
            if (value == null)
            {
                return;
            }
            if (!message.Headers.TryAddWithoutValidation(name, value))
            {
                message.Content?.Headers.TryAddWithoutValidation(name, value);
            }
        }

        private static async Task<PedidoException> ProblemAsync(
            Exchange exchange,
            RequestInfo info,
            CancellationToken cancellation)
        {
            var content = Encoding.UTF8.GetString(await exchange.ReadAllAsync(cancellation).ConfigureAwait(false));
            exchange.Dispose();
            var problem = ObjectOf(content);
            var type = exchange.Headers["Content-Type"] ?? "";
            var isProblem = type.StartsWith("application/problem+json", StringComparison.Ordinal);
            if (problem == null || !(isProblem || problem.Has("error_description")))
            {
                return new UnexpectedAnswerException(info, exchange.Status, exchange.Headers, content);
            }
            return Problems.ExceptionOf(new ProblemAnswer(info, problem, exchange));
        }

        private static Json ObjectOf(string content)
        {
            try
            {
                var json = Json.Parse(content);
                return json?.Value is Dictionary<string, Json> ? json : null;
            }
            catch (FormatException)
            {
                return null;
            }
        }
    }
}
