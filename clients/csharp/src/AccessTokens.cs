using System;
using System.Diagnostics;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Pedido
{
    /// <summary>
    /// The access tokens of a client. One is kept until its end is near, and another is asked for once, however
    /// many calls wait for it.
    /// </summary>
    internal sealed class AccessTokens
    {
        /// <summary>The part of its life after which an access token is renewed.</summary>
        private const double RenewedAfter = 0.9;

        private readonly Transport transport;
        private readonly ClientCredentials client;
        private readonly SemaphoreSlim oneAtATime = new SemaphoreSlim(1);
        private string kept;
        private Stopwatch age;
        private TimeSpan life;

        public AccessTokens(Transport transport, ClientCredentials client)
        {
            this.transport = transport;
            this.client = client;
        }

        public async Task<string> GetAsync(string refused, CancellationToken cancellation)
        {
            await oneAtATime.WaitAsync(cancellation).ConfigureAwait(false);
            try
            {
                if (kept == null || kept == refused || age.Elapsed >= life)
                {
                    await RenewAsync(cancellation).ConfigureAwait(false);
                }
                return kept;
            }
            finally
            {
                oneAtATime.Release();
            }
        }

        /// <summary>Sent once: the calls that wait for it are what is tried again.</summary>
        private async Task RenewAsync(CancellationToken cancellation)
        {
            var form = new[]
            {
                "grant_type=client_credentials",
                $"client_id={client.Id}",
                $"client_secret={Uri.EscapeDataString(client.Secret)}",
                client.Scopes.Length > 0 ? $"scope={Uri.EscapeDataString(string.Join(" ", client.Scopes))}" : null,
            };
            var request = new Request("POST", "/oauth/token")
            {
                Body = Encoding.UTF8.GetBytes(string.Join("&", form.Where(one => one != null))),
                ContentType = "application/x-www-form-urlencoded",
                Limits = new Options { MaxRetries = 0 },
                IsAuthorized = false,
            };
            var start = Stopwatch.StartNew();
            var answered = await transport
                .SendAsync(request, (exchange, token) => exchange.ReadJsonAsync(token), cancellation)
                .ConfigureAwait(false);
            kept = (string)answered.Content["access_token"];
            life = TimeSpan.FromSeconds((long)answered.Content["expires_in"] * RenewedAfter);
            age = start;
        }
    }
}
