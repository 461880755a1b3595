using System;

namespace Pedido
{
    /// <summary>
    /// A client of the service: every operation as a method, with retries that make nothing twice. A program needs
    /// one, which its threads share.
    /// </summary>
    public sealed class PedidoClient : Resources, IDisposable
    {
        private const string Version = "0.1.0";

        /// <summary>What the service's log has of this client.</summary>
        internal const string UserAgent = "pedido-csharp/" + Version + " (API " + ApiVersion + ")";

        private readonly Transport transport;

        /// <param name="url">where the service is, such as <c>https://pedidos.example.com</c></param>
        /// <param name="token"><c>pdo_…</c>; null where the settings have what gives one</param>
        /// <param name="settings">how the client works</param>
        /// <exception cref="ArgumentException"><paramref name="url"/> is no address of a service.</exception>
        public PedidoClient(string url, string token = null, Settings settings = null)
            : this(new Transport(url, token, settings ?? new Settings()))
        {
        }

        private PedidoClient(Transport transport)
            : base(transport)
        {
            this.transport = transport;
        }

        /// <summary>Ends its connections.</summary>
        public void Dispose() => transport.Dispose();
    }
}
